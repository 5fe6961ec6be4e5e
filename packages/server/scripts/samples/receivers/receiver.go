package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

// verify checks that one signature matches and that the timestamp is at most 300 s away from now.
func verify(secret, header string, body []byte, now int64) bool {
	timestamp := ""
	var signatures []string
	for _, item := range strings.Split(header, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(item), "=")
		switch name {
		case "t":
			timestamp = value
		case "v1":
			signatures = append(signatures, value)
		}
	}
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || seconds < now-300 || seconds > now+300 {
		return false
	}
	mac := hmac.New(sha256.New, []byte(secret))
	fmt.Fprintf(mac, "%s.%s", timestamp, body)
	expected := hex.EncodeToString(mac.Sum(nil))
	for _, signature := range signatures {
		if hmac.Equal([]byte(expected), []byte(signature)) {
			return true
		}
	}
	return false
}

var (
	mutex sync.Mutex
	// In production, a table in the database of your orders, which outlives the process.
	handled = map[string]bool{}
)

// handleOnce handles an event unless it was handled before, since it may arrive more than once. It returns whether it was new.
func handleOnce(name string, data map[string]any) bool {
	about := data["withdrawal_id"]
	if about == nil {
		about = data["order_id"]
	}
	key := fmt.Sprint(name, " ", about)
	mutex.Lock()
	defer mutex.Unlock()
	if handled[key] {
		return false
	}
	log.Println(name, data)
	handled[key] = true
	return true
}

func main() {
	secret := os.Getenv("WEBHOOK_SECRET")
	if secret == "" {
		log.Fatal("WEBHOOK_SECRET is not set")
	}
	http.HandleFunc("/", func(writer http.ResponseWriter, request *http.Request) {
		// The raw bytes: JSON that is parsed and written again does not verify.
		body, err := io.ReadAll(http.MaxBytesReader(writer, request.Body, 1_000_000))
		if err != nil || !verify(secret, request.Header.Get("X-Merchant-Signature"), body, time.Now().Unix()) {
			http.Error(writer, "not verified", http.StatusBadRequest)
			return
		}
		var event struct {
			Event string
			Data  map[string]any
		}
		if err := json.Unmarshal(body, &event); err != nil {
			http.Error(writer, "not JSON", http.StatusBadRequest)
			return
		}
		isNew := handleOnce(event.Event, event.Data)
		writer.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(writer, `{"duplicate":%t}`, !isNew)
	})
	port := os.Getenv("PORT")
	if port == "" {
		port = "8000"
	}
	server := http.Server{Addr: ":" + port, ReadTimeout: 10 * time.Second}
	log.Fatal(server.ListenAndServe())
}
