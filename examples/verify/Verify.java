import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Verifies a notification with nothing but the standard library. The body is the bytes that came, before any decoding. */
public class Verify {
    static boolean isSigned(String secret, String id, String timestamp, String signatures, byte[] body) throws Exception {
        if (!timestamp.matches("\\d{1,12}") || Math.abs(Instant.now().getEpochSecond() - Long.parseLong(timestamp)) > 300) return false;
        byte[] key = Base64.getDecoder().decode(secret.substring("whsec_".length()));
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
        byte[] right = ("v1," + Base64.getEncoder().encodeToString(mac.doFinal(body))).getBytes(StandardCharsets.UTF_8);
        for (String each : signatures.split(" "))
            if (MessageDigest.isEqual(each.getBytes(StandardCharsets.UTF_8), right)) return true;
        return false;
    }

    /** java Verify.java <secret> <id> <timestamp> <signatures> < body */
    public static void main(String[] given) throws Exception {
        boolean right = isSigned(given[0], given[1], given[2], given[3], System.in.readAllBytes());
        System.out.println(right ? "right" : "wrong");
    }
}
