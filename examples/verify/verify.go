// Verifies a notification with nothing but the standard library. The body is the bytes that came, before any decoding.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"
)

func isSigned(secret, id, timestamp, signatures string, body []byte) bool {
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > 5*time.Minute {
		return false
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return false
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.%s", id, timestamp, body)
	right := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for _, each := range strings.Fields(signatures) {
		if hmac.Equal([]byte(each), []byte(right)) {
			return true
		}
	}
	return false
}

// go run verify.go <secret> <id> <timestamp> <signatures> < body
func main() {
	body, _ := io.ReadAll(os.Stdin)
	if isSigned(os.Args[1], os.Args[2], os.Args[3], os.Args[4], body) {
		fmt.Println("right")
	} else {
		fmt.Println("wrong")
	}
}
