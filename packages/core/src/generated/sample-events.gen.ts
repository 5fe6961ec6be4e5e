// generated from openapi/merchantpay.v1.yaml by `npm run generate`; do not edit

/** The contract's example of each event. */
export const SAMPLE_EVENTS = {
  "payment.confirmed": {
    "event": "payment.confirmed",
    "timestamp": "2026-01-01T00:05:00.000Z",
    "environment": "live",
    "data": {
      "order_id": "019b0e5c-7e5a-7c3e-9f5a-0d6a1f1c2b3d",
      "order_number": "ord_7QK3M9D0XZ4B",
      "status": "PAID",
      "order_amount": "25.00",
      "received_amount": "25.00",
      "credited_amount": "24.75",
      "currency": "USDT",
      "network": "TRC20",
      "transactions": [
        {
          "tx_hash": "9c1f0f3ab5f0c0c2c8f6f5f7e6d8c9b0a1b2c3d4e5f60718293a4b5c6d7e8f90",
          "amount": "25.00",
          "block_number": 128
        }
      ],
      "paid_at": "2026-01-01T00:05:00.000Z",
      "metadata": {
        "cart": "A-1001"
      }
    }
  },
  "payment.expired": {
    "event": "payment.expired",
    "timestamp": "2026-01-01T00:30:00.000Z",
    "environment": "live",
    "data": {
      "order_id": "019b0e5c-7e5a-7c3e-9f5a-0d6a1f1c2b3d",
      "order_number": "ord_7QK3M9D0XZ4B",
      "status": "EXPIRED",
      "order_amount": "25.00",
      "received_amount": "0.00",
      "missing_amount": "25.00",
      "currency": "USDT",
      "network": "TRC20",
      "expired_at": "2026-01-01T00:30:00.000Z",
      "metadata": {
        "cart": "A-1001"
      }
    }
  },
  "payment.underpaid": {
    "event": "payment.underpaid",
    "timestamp": "2026-01-01T00:30:00.000Z",
    "environment": "live",
    "data": {
      "order_id": "019b0e5c-7e5a-7c3e-9f5a-0d6a1f1c2b3d",
      "order_number": "ord_7QK3M9D0XZ4B",
      "status": "UNDERPAID",
      "order_amount": "25.00",
      "received_amount": "10.00",
      "credited_amount": "9.90",
      "missing_amount": "15.00",
      "currency": "USDT",
      "network": "TRC20",
      "transactions": [
        {
          "tx_hash": "9c1f0f3ab5f0c0c2c8f6f5f7e6d8c9b0a1b2c3d4e5f60718293a4b5c6d7e8f90",
          "amount": "10.00",
          "block_number": 128
        }
      ],
      "underpaid_at": "2026-01-01T00:30:00.000Z",
      "metadata": {
        "cart": "A-1001"
      }
    }
  },
  "payment.frozen": {
    "event": "payment.frozen",
    "timestamp": "2026-01-01T00:05:00.000Z",
    "environment": "live",
    "data": {
      "order_id": "019b0e5c-7e5a-7c3e-9f5a-0d6a1f1c2b3d",
      "order_number": "ord_7QK3M9D0XZ4B",
      "status": "FROZEN",
      "order_amount": "25.00",
      "received_amount": "25.00",
      "currency": "USDT",
      "network": "TRC20",
      "reason": "compliance",
      "transactions": [
        {
          "tx_hash": "9c1f0f3ab5f0c0c2c8f6f5f7e6d8c9b0a1b2c3d4e5f60718293a4b5c6d7e8f90",
          "amount": "25.00",
          "block_number": 128
        }
      ],
      "frozen_at": "2026-01-01T00:05:00.000Z",
      "metadata": {
        "cart": "A-1001"
      }
    }
  },
  "payment.overpaid": {
    "event": "payment.overpaid",
    "timestamp": "2026-01-01T00:20:00.000Z",
    "environment": "live",
    "data": {
      "order_id": "019b0e5c-7e5a-7c3e-9f5a-0d6a1f1c2b3d",
      "overpayment_id": "9c1f0f3ab5f0c0c2c8f6f5f7e6d8c9b0a1b2c3d4e5f60718293a4b5c6d7e8f90:0",
      "order_number": "ord_7QK3M9D0XZ4B",
      "status": "PAID",
      "order_amount": "25.00",
      "received_amount": "50.00",
      "overpaid_amount": "25.00",
      "credited_amount": "49.50",
      "currency": "USDT",
      "network": "TRC20",
      "tx_hash": "9c1f0f3ab5f0c0c2c8f6f5f7e6d8c9b0a1b2c3d4e5f60718293a4b5c6d7e8f90",
      "transfer_amount": "25.00",
      "overpaid_at": "2026-01-01T00:20:00.000Z",
      "metadata": {
        "cart": "A-1001"
      }
    }
  },
  "withdrawal.completed": {
    "event": "withdrawal.completed",
    "timestamp": "2026-01-02T00:03:00.000Z",
    "environment": "live",
    "data": {
      "withdrawal_id": "019b0e5e-3333-7bbb-8ccc-0123456789ab",
      "withdrawal_number": "wdr_4HV8N2RC6T0E",
      "status": "COMPLETED",
      "amount": "100.00",
      "fee": "1.50",
      "total_debit": "101.50",
      "currency": "USDT",
      "network": "TRC20",
      "destination_address": "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH",
      "tx_hash": "2b7d1c5e9f0a4b6c8d3e7f1a5b9c0d2e4f6a8b1c3d5e7f9a0b2c4d6e8f1a3b5c",
      "completed_at": "2026-01-02T00:03:00.000Z",
      "metadata": {}
    }
  },
  "withdrawal.failed": {
    "event": "withdrawal.failed",
    "timestamp": "2026-01-02T00:01:00.000Z",
    "environment": "live",
    "data": {
      "withdrawal_id": "019b0e5e-3333-7bbb-8ccc-0123456789ab",
      "withdrawal_number": "wdr_4HV8N2RC6T0E",
      "status": "CANCELED",
      "amount": "100.00",
      "fee": "1.50",
      "total_debit": "101.50",
      "currency": "USDT",
      "network": "TRC20",
      "destination_address": "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH",
      "tx_hash": null,
      "failure_code": "canceled",
      "failed_at": "2026-01-02T00:01:00.000Z",
      "metadata": {}
    }
  }
} as const
