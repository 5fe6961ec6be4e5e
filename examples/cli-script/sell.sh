#!/bin/sh
# Sells for an amount of USDT at a terminal: creates an order, shows its QR code, and exits by its status.
set -eu

order=$(merchantpay orders create --amount "$1" --network TRC20 --json)
# Without characters that a terminal would act on.
field() {
  printf '%s' "$order" | node -p "JSON.parse(require('node:fs').readFileSync(0, 'utf8')).$1.replace(/[^!-~]/g, '')"
}

node "$(dirname "$0")/qr.mjs" "$(field payment_url)"
echo "Pay $1 USDT at $(field payment_url)"

status=0
merchantpay orders wait "$(field id)" --timeout 45m --quiet >/dev/null || status=$?
case $status in
  0) echo "paid" ;;
  10) echo "expired: nothing was paid" ;;
  11) echo "underpaid: a person decides" ;;
  12) echo "frozen: hold the goods back" ;;
  13) echo "paid late: a person decides" ;;
  *) echo "unknown: look at order $(field order_number)" ;;
esac
exit "$status"
