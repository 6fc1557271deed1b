# Verifies a notification with nothing but the standard library. The body is the bytes that came, before any decoding.
require 'base64'
require 'openssl'

def signed?(secret, id, timestamp, signatures, body)
  return false if (Time.now.to_i - timestamp.to_i).abs > 300

  key = Base64.strict_decode64(secret.delete_prefix('whsec_'))
  right = "v1,#{Base64.strict_encode64(OpenSSL::HMAC.digest('SHA256', key, "#{id}.#{timestamp}.#{body}"))}"
  signatures.split.any? { |each| each.bytesize == right.bytesize && OpenSSL.fixed_length_secure_compare(each, right) }
end

if $PROGRAM_NAME == __FILE__ # ruby verify.rb <secret> <id> <timestamp> <signatures> < body
  puts signed?(*ARGV, $stdin.read) ? 'right' : 'wrong'
end
