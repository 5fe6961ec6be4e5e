// This file is generated from the contract; change the contract and run npm run generate.
import type { ErrorCode, OperationId } from '@merchantpay/sdk'
import type { Rule } from '../validation/rule.js'

/** The inputs of each operation, and the refusals that its answers document. */
export const RULES: Readonly<Record<OperationId, Rule>> = {
 "listOrders": {
  "parameters": [
   {
    "name": "limit",
    "in": "query",
    "schema": {
     "type": "integer",
     "minimum": 1,
     "maximum": 100,
     "x-error": "invalid limit"
    }
   },
   {
    "name": "offset",
    "in": "query",
    "schema": {
     "type": "integer",
     "minimum": 0,
     "maximum": 999999999,
     "x-error": "invalid offset"
    }
   },
   {
    "name": "cursor",
    "in": "query",
    "schema": {
     "type": "string",
     "pattern": "^[0-9A-Za-z_-]{1,100}$"
    }
   },
   {
    "name": "status",
    "in": "query",
    "schema": {
     "type": "string",
     "enum": [
      "PENDING",
      "OPEN",
      "PENDING_CONFIRM",
      "CONFIRMING",
      "PAID",
      "EXPIRED",
      "EXPIRED_PAID",
      "UNDERPAID",
      "FROZEN"
     ]
    }
   },
   {
    "name": "order_number",
    "in": "query",
    "schema": {
     "type": "string",
     "pattern": "^ord_[0-9A-HJKMNP-TV-Z]{12}$"
    }
   },
   {
    "name": "network",
    "in": "query",
    "schema": {
     "type": "string",
     "enum": [
      "TRC20",
      "ERC20"
     ],
     "x-error": "unsupported network"
    }
   },
   {
    "name": "created_from",
    "in": "query",
    "schema": {
     "type": "string",
     "format": "date-time",
     "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$",
     "x-detail": "must be a time of RFC 3339, such as 2026-01-31T00:00:00Z"
    }
   },
   {
    "name": "created_to",
    "in": "query",
    "schema": {
     "type": "string",
     "format": "date-time",
     "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$",
     "x-detail": "must be a time of RFC 3339, such as 2026-01-31T00:00:00Z"
    }
   },
   {
    "name": "updated_from",
    "in": "query",
    "schema": {
     "type": "string",
     "format": "date-time",
     "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$",
     "x-detail": "must be a time of RFC 3339, such as 2026-01-31T00:00:00Z"
    }
   },
   {
    "name": "updated_to",
    "in": "query",
    "schema": {
     "type": "string",
     "format": "date-time",
     "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$",
     "x-detail": "must be a time of RFC 3339, such as 2026-01-31T00:00:00Z"
    }
   },
   {
    "name": "paid_from",
    "in": "query",
    "schema": {
     "type": "string",
     "format": "date-time",
     "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$",
     "x-detail": "must be a time of RFC 3339, such as 2026-01-31T00:00:00Z"
    }
   },
   {
    "name": "paid_to",
    "in": "query",
    "schema": {
     "type": "string",
     "format": "date-time",
     "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$",
     "x-detail": "must be a time of RFC 3339, such as 2026-01-31T00:00:00Z"
    }
   },
   {
    "name": "metadata",
    "in": "query",
    "schema": {
     "type": "object",
     "x-error": "invalid metadata"
    }
   }
  ],
  "refusals": {
   "400": [
    "invalid_limit",
    "invalid_offset",
    "unsupported_network",
    "invalid_metadata",
    "invalid_parameter"
   ],
   "401": [
    "missing_authorization_header",
    "invalid_authorization_format",
    "api_key_not_found",
    "api_key_is_inactive",
    "invalid_signature",
    "request_timestamp_too_old",
    "request_timestamp_in_the_future"
   ],
   "403": [
    "forbidden",
    "merchant_not_active"
   ],
   "413": [
    "request_body_too_large"
   ],
   "429": [
    "rate_limit_exceeded"
   ],
   "500": [
    "internal_server_error"
   ],
   "503": [
    "service_unavailable"
   ]
  }
 },
 "createOrder": {
  "parameters": [
   {
    "name": "traceparent",
    "in": "header",
    "schema": {
     "type": "string"
    }
   }
  ],
  "body": {
   "type": "object",
   "required": [
    "currency",
    "network"
   ],
   "properties": {
    "amount": {
     "type": "string",
     "format": "decimal",
     "pattern": "^(0|[1-9][0-9]{0,8})(\\.[0-9]{1,6})?$",
     "x-error": "invalid amount"
    },
    "price": {
     "type": "object",
     "required": [
      "amount",
      "currency"
     ],
     "x-error": "invalid price",
     "properties": {
      "amount": {
       "type": "string",
       "format": "decimal",
       "pattern": "^(0|[1-9][0-9]{0,13})(\\.[0-9]{1,4})?$",
       "maxLength": 19,
       "x-error": "invalid price"
      },
      "currency": {
       "type": "string",
       "pattern": "^[A-Z]{3}$",
       "x-error": "unsupported price currency"
      }
     }
    },
    "currency": {
     "type": "string",
     "enum": [
      "USDT"
     ],
     "x-error": "unsupported currency"
    },
    "network": {
     "type": "string",
     "enum": [
      "TRC20",
      "ERC20"
     ],
     "x-error": "unsupported network"
    },
    "description": {
     "type": "string",
     "maxLength": 500
    },
    "metadata": {
     "type": "object",
     "x-error": "invalid metadata"
    },
    "return_url": {
     "type": "string",
     "pattern": "^[Hh][Tt][Tt][Pp][Ss]://\\S+$",
     "maxLength": 2048,
     "x-error": "invalid return url",
     "x-detail": "must be https"
    },
    "webhook_url": {
     "type": "string",
     "pattern": "^[Hh][Tt][Tt][Pp][Ss]://\\S+$",
     "maxLength": 2048,
     "x-error": "invalid webhook url",
     "x-detail": "must be https"
    },
    "idempotency_key": {
     "type": "string",
     "pattern": "^[\\x20-\\x7E]{1,255}$",
     "x-error": "invalid idempotency key",
     "x-detail": "1 to 255 printable ASCII characters"
    },
    "tolerance_percent": {
     "type": "number",
     "minimum": 0,
     "maximum": 0.5,
     "x-error": "invalid tolerance"
    }
   }
  },
  "refusals": {
   "400": [
    "invalid_json",
    "invalid_amount",
    "invalid_price",
    "unsupported_price_currency",
    "unsupported_currency",
    "unsupported_network",
    "invalid_metadata",
    "invalid_return_url",
    "invalid_webhook_url",
    "invalid_idempotency_key",
    "invalid_tolerance",
    "invalid_parameter",
    "no_available_address"
   ],
   "401": [
    "missing_authorization_header",
    "invalid_authorization_format",
    "api_key_not_found",
    "api_key_is_inactive",
    "invalid_signature",
    "request_timestamp_too_old",
    "request_timestamp_in_the_future"
   ],
   "403": [
    "forbidden",
    "merchant_not_active",
    "merchant_suspended"
   ],
   "409": [
    "duplicate_idempotency_key"
   ],
   "413": [
    "request_body_too_large"
   ],
   "415": [
    "unsupported_media_type"
   ],
   "429": [
    "rate_limit_exceeded"
   ],
   "500": [
    "internal_server_error"
   ],
   "503": [
    "service_unavailable",
    "rate_unavailable"
   ]
  }
 },
 "createAppOrder": {
  "parameters": [
   {
    "name": "Idempotency-Key",
    "in": "header",
    "schema": {
     "type": "string",
     "pattern": "^[\\x20-\\x7E]{1,255}$",
     "x-detail": "1 to 255 printable ASCII characters",
     "x-error": "invalid idempotency key"
    }
   },
   {
    "name": "traceparent",
    "in": "header",
    "schema": {
     "type": "string"
    }
   }
  ],
  "body": {
   "x-error": "invalid amount mode",
   "oneOf": [
    {
     "type": "object",
     "required": [
      "amount_mode",
      "amount",
      "currency"
     ],
     "properties": {
      "amount_mode": {
       "type": "string",
       "enum": [
        "FIXED"
       ],
       "x-error": "invalid amount mode"
      },
      "amount": {
       "type": "string",
       "format": "decimal",
       "pattern": "^(0|[1-9][0-9]{0,8})(\\.[0-9]{1,8})?$",
       "x-error": "invalid amount",
       "x-error-missing": "amount required"
      },
      "currency": {
       "type": "string",
       "enum": [
        "USDT"
       ],
       "x-error": "unsupported currency"
      },
      "description": {
       "type": "string",
       "maxLength": 500
      },
      "metadata": {
       "type": "object",
       "x-error": "invalid metadata"
      },
      "return_url": {
       "type": "string",
       "pattern": "^[Hh][Tt][Tt][Pp][Ss]://\\S+$",
       "maxLength": 2048,
       "x-error": "invalid return url",
       "x-detail": "must be https"
      },
      "webhook_url": {
       "type": "string",
       "pattern": "^[Hh][Tt][Tt][Pp][Ss]://\\S+$",
       "maxLength": 2048,
       "x-error": "invalid webhook url",
       "x-detail": "must be https"
      }
     }
    },
    {
     "type": "object",
     "required": [
      "amount_mode",
      "currency"
     ],
     "properties": {
      "amount_mode": {
       "type": "string",
       "enum": [
        "CUSTOM"
       ],
       "x-error": "invalid amount mode"
      },
      "amount": {
       "x-error": "amount not allowed",
       "forbidden": true
      },
      "currency": {
       "type": "string",
       "enum": [
        "USDT"
       ],
       "x-error": "unsupported currency"
      },
      "description": {
       "type": "string",
       "maxLength": 500
      },
      "metadata": {
       "type": "object",
       "x-error": "invalid metadata"
      },
      "return_url": {
       "type": "string",
       "pattern": "^[Hh][Tt][Tt][Pp][Ss]://\\S+$",
       "maxLength": 2048,
       "x-error": "invalid return url",
       "x-detail": "must be https"
      },
      "webhook_url": {
       "type": "string",
       "pattern": "^[Hh][Tt][Tt][Pp][Ss]://\\S+$",
       "maxLength": 2048,
       "x-error": "invalid webhook url",
       "x-detail": "must be https"
      }
     }
    }
   ],
   "branchedBy": "amount_mode"
  },
  "refusals": {
   "400": [
    "invalid_json",
    "invalid_amount_mode",
    "invalid_amount",
    "amount_required",
    "amount_not_allowed",
    "amount_out_of_range",
    "unsupported_currency",
    "invalid_metadata",
    "invalid_return_url",
    "invalid_webhook_url",
    "invalid_idempotency_key",
    "invalid_parameter"
   ],
   "401": [
    "missing_authorization_header",
    "invalid_authorization_format",
    "api_key_not_found",
    "api_key_is_inactive",
    "invalid_signature",
    "request_timestamp_too_old",
    "request_timestamp_in_the_future"
   ],
   "403": [
    "forbidden",
    "merchant_not_active",
    "merchant_suspended"
   ],
   "409": [
    "duplicate_idempotency_key"
   ],
   "413": [
    "request_body_too_large"
   ],
   "415": [
    "unsupported_media_type"
   ],
   "429": [
    "rate_limit_exceeded"
   ],
   "500": [
    "internal_server_error"
   ],
   "503": [
    "service_unavailable"
   ]
  }
 },
 "getOrder": {
  "parameters": [
   {
    "name": "id",
    "in": "path",
    "required": true,
    "status": 404,
    "schema": {
     "type": "string",
     "pattern": "^([0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}|ord_[0-9A-HJKMNP-TV-Z]{12})$",
     "maxLength": 36,
     "x-error": "order not found"
    }
   }
  ],
  "refusals": {
   "400": [
    "invalid_parameter"
   ],
   "401": [
    "missing_authorization_header",
    "invalid_authorization_format",
    "api_key_not_found",
    "api_key_is_inactive",
    "invalid_signature",
    "request_timestamp_too_old",
    "request_timestamp_in_the_future"
   ],
   "403": [
    "forbidden",
    "merchant_not_active"
   ],
   "404": [
    "order_not_found"
   ],
   "413": [
    "request_body_too_large"
   ],
   "429": [
    "rate_limit_exceeded"
   ],
   "500": [
    "internal_server_error"
   ],
   "503": [
    "service_unavailable"
   ]
  }
 },
 "expireOrder": {
  "parameters": [
   {
    "name": "id",
    "in": "path",
    "required": true,
    "status": 404,
    "schema": {
     "type": "string",
     "format": "uuid",
     "x-error": "order not found"
    }
   }
  ],
  "refusals": {
   "400": [
    "invalid_parameter"
   ],
   "401": [
    "missing_authorization_header",
    "invalid_authorization_format",
    "api_key_not_found",
    "api_key_is_inactive",
    "invalid_signature",
    "request_timestamp_too_old",
    "request_timestamp_in_the_future"
   ],
   "403": [
    "forbidden",
    "merchant_not_active",
    "merchant_suspended"
   ],
   "404": [
    "order_not_found"
   ],
   "409": [
    "action_not_possible"
   ],
   "413": [
    "request_body_too_large"
   ],
   "429": [
    "rate_limit_exceeded"
   ],
   "500": [
    "internal_server_error"
   ],
   "503": [
    "service_unavailable"
   ]
  }
 },
 "acceptOrder": {
  "parameters": [
   {
    "name": "id",
    "in": "path",
    "required": true,
    "status": 404,
    "schema": {
     "type": "string",
     "format": "uuid",
     "x-error": "order not found"
    }
   }
  ],
  "refusals": {
   "400": [
    "invalid_parameter"
   ],
   "401": [
    "missing_authorization_header",
    "invalid_authorization_format",
    "api_key_not_found",
    "api_key_is_inactive",
    "invalid_signature",
    "request_timestamp_too_old",
    "request_timestamp_in_the_future"
   ],
   "403": [
    "forbidden",
    "merchant_not_active",
    "merchant_suspended"
   ],
   "404": [
    "order_not_found"
   ],
   "409": [
    "action_not_possible"
   ],
   "413": [
    "request_body_too_large"
   ],
   "429": [
    "rate_limit_exceeded"
   ],
   "500": [
    "internal_server_error"
   ],
   "503": [
    "service_unavailable"
   ]
  }
 },
 "listRefunds": {
  "parameters": [
   {
    "name": "id",
    "in": "path",
    "required": true,
    "status": 404,
    "schema": {
     "type": "string",
     "pattern": "^([0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}|ord_[0-9A-HJKMNP-TV-Z]{12})$",
     "maxLength": 36,
     "x-error": "order not found"
    }
   },
   {
    "name": "limit",
    "in": "query",
    "schema": {
     "type": "integer",
     "minimum": 1,
     "maximum": 100,
     "x-error": "invalid limit"
    }
   },
   {
    "name": "offset",
    "in": "query",
    "schema": {
     "type": "integer",
     "minimum": 0,
     "maximum": 999999999,
     "x-error": "invalid offset"
    }
   },
   {
    "name": "cursor",
    "in": "query",
    "schema": {
     "type": "string",
     "pattern": "^[0-9A-Za-z_-]{1,100}$"
    }
   }
  ],
  "refusals": {
   "400": [
    "invalid_limit",
    "invalid_offset",
    "invalid_parameter"
   ],
   "401": [
    "missing_authorization_header",
    "invalid_authorization_format",
    "api_key_not_found",
    "api_key_is_inactive",
    "invalid_signature",
    "request_timestamp_too_old",
    "request_timestamp_in_the_future"
   ],
   "403": [
    "forbidden",
    "merchant_not_active"
   ],
   "404": [
    "order_not_found"
   ],
   "413": [
    "request_body_too_large"
   ],
   "429": [
    "rate_limit_exceeded"
   ],
   "500": [
    "internal_server_error"
   ],
   "503": [
    "service_unavailable"
   ]
  }
 },
 "createRefund": {
  "parameters": [
   {
    "name": "id",
    "in": "path",
    "required": true,
    "status": 404,
    "schema": {
     "type": "string",
     "pattern": "^([0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}|ord_[0-9A-HJKMNP-TV-Z]{12})$",
     "maxLength": 36,
     "x-error": "order not found"
    }
   },
   {
    "name": "traceparent",
    "in": "header",
    "schema": {
     "type": "string"
    }
   }
  ],
  "body": {
   "type": "object",
   "required": [
    "destination_address"
   ],
   "properties": {
    "amount": {
     "type": "string",
     "format": "decimal",
     "pattern": "^(0|[1-9][0-9]{0,8})(\\.[0-9]{1,6})?$",
     "x-error": "invalid amount"
    },
    "include_fee": {
     "type": "boolean"
    },
    "destination_address": {
     "type": "string",
     "pattern": "^(0x[0-9a-fA-F]{40}|T[1-9A-HJ-NP-Za-km-z]{33})$",
     "x-error": "invalid destination address",
     "x-detail": "must be T and 33 characters on TRON, or 0x and 40 hex digits on Ethereum"
    },
    "description": {
     "type": "string",
     "maxLength": 500
    },
    "idempotency_key": {
     "type": "string",
     "pattern": "^[\\x20-\\x7E]{1,255}$",
     "x-error": "invalid idempotency key",
     "x-detail": "1 to 255 printable ASCII characters"
    }
   }
  },
  "refusals": {
   "400": [
    "invalid_json",
    "invalid_amount",
    "invalid_destination_address",
    "invalid_idempotency_key",
    "invalid_parameter",
    "amount_below_minimum",
    "insufficient_balance"
   ],
   "401": [
    "missing_authorization_header",
    "invalid_authorization_format",
    "api_key_not_found",
    "api_key_is_inactive",
    "invalid_signature",
    "request_timestamp_too_old",
    "request_timestamp_in_the_future"
   ],
   "403": [
    "forbidden",
    "merchant_not_active",
    "merchant_suspended"
   ],
   "404": [
    "order_not_found"
   ],
   "409": [
    "action_not_possible",
    "duplicate_idempotency_key"
   ],
   "413": [
    "request_body_too_large"
   ],
   "415": [
    "unsupported_media_type"
   ],
   "429": [
    "rate_limit_exceeded"
   ],
   "500": [
    "internal_server_error"
   ],
   "503": [
    "service_unavailable"
   ]
  }
 },
 "streamOrderEvents": {
  "parameters": [
   {
    "name": "id",
    "in": "path",
    "required": true,
    "status": 404,
    "schema": {
     "type": "string",
     "format": "uuid",
     "x-error": "order not found"
    }
   },
   {
    "name": "Last-Event-ID",
    "in": "header",
    "schema": {
     "type": "string"
    }
   }
  ],
  "refusals": {
   "400": [
    "invalid_parameter"
   ],
   "401": [
    "missing_authorization_header",
    "invalid_authorization_format",
    "api_key_not_found",
    "api_key_is_inactive",
    "invalid_signature",
    "request_timestamp_too_old",
    "request_timestamp_in_the_future"
   ],
   "403": [
    "forbidden",
    "merchant_not_active"
   ],
   "404": [
    "order_not_found"
   ],
   "413": [
    "request_body_too_large"
   ],
   "429": [
    "rate_limit_exceeded"
   ],
   "500": [
    "internal_server_error"
   ],
   "503": [
    "service_unavailable"
   ]
  }
 },
 "listOrderDeliveries": {
  "parameters": [
   {
    "name": "id",
    "in": "path",
    "required": true,
    "status": 404,
    "schema": {
     "type": "string",
     "format": "uuid",
     "x-error": "order not found"
    }
   },
   {
    "name": "limit",
    "in": "query",
    "schema": {
     "type": "integer",
     "minimum": 1,
     "maximum": 100,
     "x-error": "invalid limit"
    }
   },
   {
    "name": "offset",
    "in": "query",
    "schema": {
     "type": "integer",
     "minimum": 0,
     "maximum": 999999999,
     "x-error": "invalid offset"
    }
   },
   {
    "name": "cursor",
    "in": "query",
    "schema": {
     "type": "string",
     "pattern": "^[0-9A-Za-z_-]{1,100}$"
    }
   }
  ],
  "refusals": {
   "400": [
    "invalid_limit",
    "invalid_offset",
    "invalid_parameter"
   ],
   "401": [
    "missing_authorization_header",
    "invalid_authorization_format",
    "api_key_not_found",
    "api_key_is_inactive",
    "invalid_signature",
    "request_timestamp_too_old",
    "request_timestamp_in_the_future"
   ],
   "403": [
    "forbidden",
    "merchant_not_active"
   ],
   "404": [
    "order_not_found"
   ],
   "413": [
    "request_body_too_large"
   ],
   "429": [
    "rate_limit_exceeded"
   ],
   "500": [
    "internal_server_error"
   ],
   "503": [
    "service_unavailable"
   ]
  }
 },
 "listPaymentLinks": {
  "parameters": [
   {
    "name": "limit",
    "in": "query",
    "schema": {
     "type": "integer",
     "minimum": 1,
     "maximum": 100,
     "x-error": "invalid limit"
    }
   },
   {
    "name": "offset",
    "in": "query",
    "schema": {
     "type": "integer",
     "minimum": 0,
     "maximum": 999999999,
     "x-error": "invalid offset"
    }
   },
   {
    "name": "cursor",
    "in": "query",
    "schema": {
     "type": "string",
     "pattern": "^[0-9A-Za-z_-]{1,100}$"
    }
   },
   {
    "name": "status",
    "in": "query",
    "schema": {
     "type": "string",
     "enum": [
      "OPEN",
      "PAID",
      "EXPIRED",
      "CLOSED"
     ]
    }
   },
   {
    "name": "created_from",
    "in": "query",
    "schema": {
     "type": "string",
     "format": "date-time",
     "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$",
     "x-detail": "must be a time of RFC 3339, such as 2026-01-31T00:00:00Z"
    }
   },
   {
    "name": "created_to",
    "in": "query",
    "schema": {
     "type": "string",
     "format": "date-time",
     "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$",
     "x-detail": "must be a time of RFC 3339, such as 2026-01-31T00:00:00Z"
    }
   }
  ],
  "refusals": {
   "400": [
    "invalid_limit",
    "invalid_offset",
    "invalid_parameter"
   ],
   "401": [
    "missing_authorization_header",
    "invalid_authorization_format",
    "api_key_not_found",
    "api_key_is_inactive",
    "invalid_signature",
    "request_timestamp_too_old",
    "request_timestamp_in_the_future"
   ],
   "403": [
    "forbidden",
    "merchant_not_active"
   ],
   "413": [
    "request_body_too_large"
   ],
   "429": [
    "rate_limit_exceeded"
   ],
   "500": [
    "internal_server_error"
   ],
   "503": [
    "service_unavailable"
   ]
  }
 },
 "createPaymentLink": {
  "parameters": [],
  "body": {
   "x-error": "invalid amount mode",
   "oneOf": [
    {
     "type": "object",
     "required": [
      "amount_mode",
      "currency"
     ],
     "properties": {
      "amount_mode": {
       "type": "string",
       "enum": [
        "FIXED"
       ],
       "x-error": "invalid amount mode"
      },
      "amount": {
       "type": "string",
       "format": "decimal",
       "pattern": "^(0|[1-9][0-9]{0,8})(\\.[0-9]{1,6})?$",
       "x-error": "invalid amount"
      },
      "price": {
       "type": "object",
       "required": [
        "amount",
        "currency"
       ],
       "x-error": "invalid price",
       "properties": {
        "amount": {
         "type": "string",
         "format": "decimal",
         "pattern": "^(0|[1-9][0-9]{0,13})(\\.[0-9]{1,4})?$",
         "maxLength": 19,
         "x-error": "invalid price"
        },
        "currency": {
         "type": "string",
         "pattern": "^[A-Z]{3}$",
         "x-error": "unsupported price currency"
        }
       }
      },
      "currency": {
       "type": "string",
       "enum": [
        "USDT"
       ],
       "x-error": "unsupported currency"
      },
      "networks": {
       "type": "array",
       "minItems": 1,
       "maxItems": 3,
       "uniqueItems": true,
       "x-error": "unsupported network",
       "items": {
        "type": "string",
        "enum": [
         "TRC20",
         "ERC20"
        ],
        "x-error": "unsupported network"
       }
      },
      "uses": {
       "type": "string",
       "enum": [
        "ONCE",
        "MANY"
       ],
       "x-error": "invalid uses"
      },
      "expires_at": {
       "type": "string",
       "format": "date-time",
       "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$",
       "x-error": "invalid expires at",
       "x-detail": "must be a time of RFC 3339, such as 2026-01-31T00:00:00Z"
      },
      "description": {
       "type": "string",
       "maxLength": 500
      },
      "metadata": {
       "type": "object",
       "x-error": "invalid metadata"
      },
      "return_url": {
       "type": "string",
       "pattern": "^[Hh][Tt][Tt][Pp][Ss]://\\S+$",
       "maxLength": 2048,
       "x-error": "invalid return url",
       "x-detail": "must be https"
      },
      "webhook_url": {
       "type": "string",
       "pattern": "^[Hh][Tt][Tt][Pp][Ss]://\\S+$",
       "maxLength": 2048,
       "x-error": "invalid webhook url",
       "x-detail": "must be https"
      },
      "idempotency_key": {
       "type": "string",
       "pattern": "^[\\x20-\\x7E]{1,255}$",
       "x-error": "invalid idempotency key",
       "x-detail": "1 to 255 printable ASCII characters"
      },
      "tolerance_percent": {
       "type": "number",
       "minimum": 0,
       "maximum": 0.5,
       "x-error": "invalid tolerance"
      }
     }
    },
    {
     "type": "object",
     "required": [
      "amount_mode",
      "currency"
     ],
     "properties": {
      "amount_mode": {
       "type": "string",
       "enum": [
        "CUSTOM"
       ],
       "x-error": "invalid amount mode"
      },
      "amount": {
       "x-error": "amount not allowed",
       "forbidden": true
      },
      "price": {
       "x-error": "amount not allowed",
       "forbidden": true
      },
      "min_amount": {
       "type": "string",
       "format": "decimal",
       "pattern": "^(0|[1-9][0-9]{0,8})(\\.[0-9]{1,6})?$",
       "x-error": "invalid amount"
      },
      "max_amount": {
       "type": "string",
       "format": "decimal",
       "pattern": "^(0|[1-9][0-9]{0,8})(\\.[0-9]{1,6})?$",
       "x-error": "invalid amount"
      },
      "currency": {
       "type": "string",
       "enum": [
        "USDT"
       ],
       "x-error": "unsupported currency"
      },
      "networks": {
       "type": "array",
       "minItems": 1,
       "maxItems": 3,
       "uniqueItems": true,
       "x-error": "unsupported network",
       "items": {
        "type": "string",
        "enum": [
         "TRC20",
         "ERC20"
        ],
        "x-error": "unsupported network"
       }
      },
      "uses": {
       "type": "string",
       "enum": [
        "ONCE",
        "MANY"
       ],
       "x-error": "invalid uses"
      },
      "expires_at": {
       "type": "string",
       "format": "date-time",
       "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$",
       "x-error": "invalid expires at",
       "x-detail": "must be a time of RFC 3339, such as 2026-01-31T00:00:00Z"
      },
      "description": {
       "type": "string",
       "maxLength": 500
      },
      "metadata": {
       "type": "object",
       "x-error": "invalid metadata"
      },
      "return_url": {
       "type": "string",
       "pattern": "^[Hh][Tt][Tt][Pp][Ss]://\\S+$",
       "maxLength": 2048,
       "x-error": "invalid return url",
       "x-detail": "must be https"
      },
      "webhook_url": {
       "type": "string",
       "pattern": "^[Hh][Tt][Tt][Pp][Ss]://\\S+$",
       "maxLength": 2048,
       "x-error": "invalid webhook url",
       "x-detail": "must be https"
      },
      "idempotency_key": {
       "type": "string",
       "pattern": "^[\\x20-\\x7E]{1,255}$",
       "x-error": "invalid idempotency key",
       "x-detail": "1 to 255 printable ASCII characters"
      },
      "tolerance_percent": {
       "type": "number",
       "minimum": 0,
       "maximum": 0.5,
       "x-error": "invalid tolerance"
      }
     }
    }
   ],
   "branchedBy": "amount_mode"
  },
  "refusals": {
   "400": [
    "invalid_json",
    "invalid_amount_mode",
    "invalid_amount",
    "invalid_price",
    "unsupported_price_currency",
    "amount_not_allowed",
    "unsupported_currency",
    "unsupported_network",
    "invalid_uses",
    "invalid_expires_at",
    "invalid_metadata",
    "invalid_return_url",
    "invalid_webhook_url",
    "invalid_idempotency_key",
    "invalid_tolerance",
    "invalid_parameter"
   ],
   "401": [
    "missing_authorization_header",
    "invalid_authorization_format",
    "api_key_not_found",
    "api_key_is_inactive",
    "invalid_signature",
    "request_timestamp_too_old",
    "request_timestamp_in_the_future"
   ],
   "403": [
    "forbidden",
    "merchant_not_active",
    "merchant_suspended"
   ],
   "409": [
    "duplicate_idempotency_key"
   ],
   "413": [
    "request_body_too_large"
   ],
   "415": [
    "unsupported_media_type"
   ],
   "429": [
    "rate_limit_exceeded"
   ],
   "500": [
    "internal_server_error"
   ],
   "503": [
    "service_unavailable",
    "rate_unavailable"
   ]
  }
 },
 "getPaymentLink": {
  "parameters": [
   {
    "name": "id",
    "in": "path",
    "required": true,
    "status": 404,
    "schema": {
     "type": "string",
     "pattern": "^pl_[0-9a-f]{32}$",
     "x-error": "payment link not found"
    }
   }
  ],
  "refusals": {
   "400": [
    "invalid_parameter"
   ],
   "401": [
    "missing_authorization_header",
    "invalid_authorization_format",
    "api_key_not_found",
    "api_key_is_inactive",
    "invalid_signature",
    "request_timestamp_too_old",
    "request_timestamp_in_the_future"
   ],
   "403": [
    "forbidden",
    "merchant_not_active"
   ],
   "404": [
    "payment_link_not_found"
   ],
   "413": [
    "request_body_too_large"
   ],
   "429": [
    "rate_limit_exceeded"
   ],
   "500": [
    "internal_server_error"
   ],
   "503": [
    "service_unavailable"
   ]
  }
 },
 "closePaymentLink": {
  "parameters": [
   {
    "name": "id",
    "in": "path",
    "required": true,
    "status": 404,
    "schema": {
     "type": "string",
     "pattern": "^pl_[0-9a-f]{32}$",
     "x-error": "payment link not found"
    }
   }
  ],
  "refusals": {
   "400": [
    "invalid_parameter"
   ],
   "401": [
    "missing_authorization_header",
    "invalid_authorization_format",
    "api_key_not_found",
    "api_key_is_inactive",
    "invalid_signature",
    "request_timestamp_too_old",
    "request_timestamp_in_the_future"
   ],
   "403": [
    "forbidden",
    "merchant_not_active",
    "merchant_suspended"
   ],
   "404": [
    "payment_link_not_found"
   ],
   "409": [
    "payment_link_closed"
   ],
   "413": [
    "request_body_too_large"
   ],
   "429": [
    "rate_limit_exceeded"
   ],
   "500": [
    "internal_server_error"
   ],
   "503": [
    "service_unavailable"
   ]
  }
 },
 "listPaymentLinkOrders": {
  "parameters": [
   {
    "name": "id",
    "in": "path",
    "required": true,
    "status": 404,
    "schema": {
     "type": "string",
     "pattern": "^pl_[0-9a-f]{32}$",
     "x-error": "payment link not found"
    }
   },
   {
    "name": "limit",
    "in": "query",
    "schema": {
     "type": "integer",
     "minimum": 1,
     "maximum": 100,
     "x-error": "invalid limit"
    }
   },
   {
    "name": "offset",
    "in": "query",
    "schema": {
     "type": "integer",
     "minimum": 0,
     "maximum": 999999999,
     "x-error": "invalid offset"
    }
   },
   {
    "name": "cursor",
    "in": "query",
    "schema": {
     "type": "string",
     "pattern": "^[0-9A-Za-z_-]{1,100}$"
    }
   }
  ],
  "refusals": {
   "400": [
    "invalid_limit",
    "invalid_offset",
    "invalid_parameter"
   ],
   "401": [
    "missing_authorization_header",
    "invalid_authorization_format",
    "api_key_not_found",
    "api_key_is_inactive",
    "invalid_signature",
    "request_timestamp_too_old",
    "request_timestamp_in_the_future"
   ],
   "403": [
    "forbidden",
    "merchant_not_active"
   ],
   "404": [
    "payment_link_not_found"
   ],
   "413": [
    "request_body_too_large"
   ],
   "429": [
    "rate_limit_exceeded"
   ],
   "500": [
    "internal_server_error"
   ],
   "503": [
    "service_unavailable"
   ]
  }
 },
 "registerMerchant": {
  "parameters": [
   {
    "name": "X-Registration-Token",
    "in": "header",
    "schema": {
     "type": "string",
     "maxLength": 512
    }
   }
  ],
  "body": {
   "type": "object",
   "required": [
    "name",
    "email",
    "platform_user_id"
   ],
   "properties": {
    "name": {
     "type": "string",
     "pattern": "\\S",
     "minLength": 1,
     "maxLength": 100,
     "x-error": "invalid name"
    },
    "email": {
     "type": "string",
     "format": "email",
     "maxLength": 254,
     "x-error": "invalid email"
    },
    "platform_user_id": {
     "type": "string",
     "pattern": "\\S",
     "minLength": 1,
     "maxLength": 128,
     "x-error": "invalid platform user id"
    }
   }
  },
  "refusals": {
   "400": [
    "invalid_json",
    "invalid_name",
    "invalid_email",
    "invalid_platform_user_id",
    "invalid_parameter"
   ],
   "403": [
    "registration_closed"
   ],
   "409": [
    "merchant_already_exists"
   ],
   "413": [
    "request_body_too_large"
   ],
   "415": [
    "unsupported_media_type"
   ],
   "429": [
    "rate_limit_exceeded"
   ],
   "500": [
    "internal_server_error"
   ],
   "503": [
    "service_unavailable"
   ]
  }
 },
 "getCurrentMerchant": {
  "parameters": [],
  "refusals": {
   "400": [
    "invalid_parameter"
   ],
   "401": [
    "missing_authorization_header",
    "invalid_authorization_format",
    "api_key_not_found",
    "api_key_is_inactive",
    "invalid_signature",
    "request_timestamp_too_old",
    "request_timestamp_in_the_future"
   ],
   "403": [
    "forbidden",
    "merchant_not_active"
   ],
   "413": [
    "request_body_too_large"
   ],
   "429": [
    "rate_limit_exceeded"
   ],
   "500": [
    "internal_server_error"
   ],
   "503": [
    "service_unavailable"
   ]
  }
 },
 "rotateWebhookSecret": {
  "parameters": [],
  "refusals": {
   "400": [
    "invalid_parameter"
   ],
   "401": [
    "missing_authorization_header",
    "invalid_authorization_format",
    "api_key_not_found",
    "api_key_is_inactive",
    "invalid_signature",
    "request_timestamp_too_old",
    "request_timestamp_in_the_future"
   ],
   "403": [
    "forbidden",
    "merchant_not_active"
   ],
   "413": [
    "request_body_too_large"
   ],
   "429": [
    "rate_limit_exceeded"
   ],
   "500": [
    "internal_server_error"
   ],
   "503": [
    "service_unavailable"
   ]
  }
 },
 "createDashboardLink": {
  "parameters": [],
  "body": {
   "type": "object",
   "properties": {
    "scopes": {
     "type": "array",
     "minItems": 1,
     "maxItems": 4,
     "uniqueItems": true,
     "items": {
      "type": "string",
      "enum": [
       "orders",
       "read",
       "withdrawals",
       "keys"
      ]
     }
    }
   }
  },
  "refusals": {
   "400": [
    "invalid_json",
    "invalid_parameter"
   ],
   "401": [
    "missing_authorization_header",
    "invalid_authorization_format",
    "api_key_not_found",
    "api_key_is_inactive",
    "invalid_signature",
    "request_timestamp_too_old",
    "request_timestamp_in_the_future"
   ],
   "403": [
    "forbidden",
    "merchant_not_active",
    "merchant_suspended"
   ],
   "413": [
    "request_body_too_large"
   ],
   "415": [
    "unsupported_media_type"
   ],
   "429": [
    "rate_limit_exceeded"
   ],
   "500": [
    "internal_server_error"
   ],
   "503": [
    "service_unavailable"
   ]
  }
 },
 "listApiKeys": {
  "parameters": [],
  "refusals": {
   "400": [
    "invalid_parameter"
   ],
   "401": [
    "missing_authorization_header",
    "invalid_authorization_format",
    "api_key_not_found",
    "api_key_is_inactive",
    "invalid_signature",
    "request_timestamp_too_old",
    "request_timestamp_in_the_future"
   ],
   "403": [
    "forbidden",
    "merchant_not_active"
   ],
   "413": [
    "request_body_too_large"
   ],
   "429": [
    "rate_limit_exceeded"
   ],
   "500": [
    "internal_server_error"
   ],
   "503": [
    "service_unavailable"
   ]
  }
 },
 "createApiKey": {
  "parameters": [],
  "body": {
   "type": "object",
   "required": [
    "environment"
   ],
   "properties": {
    "name": {
     "type": "string",
     "pattern": "\\S",
     "minLength": 1,
     "maxLength": 100,
     "x-error": "invalid name"
    },
    "environment": {
     "type": "string",
     "enum": [
      "live",
      "test"
     ],
     "x-error": "invalid environment"
    },
    "scopes": {
     "type": "array",
     "minItems": 1,
     "maxItems": 4,
     "uniqueItems": true,
     "items": {
      "type": "string",
      "enum": [
       "orders",
       "read",
       "withdrawals",
       "keys"
      ]
     }
    }
   }
  },
  "refusals": {
   "400": [
    "invalid_json",
    "invalid_name",
    "invalid_environment",
    "invalid_parameter"
   ],
   "401": [
    "missing_authorization_header",
    "invalid_authorization_format",
    "api_key_not_found",
    "api_key_is_inactive",
    "invalid_signature",
    "request_timestamp_too_old",
    "request_timestamp_in_the_future"
   ],
   "403": [
    "forbidden",
    "merchant_not_active",
    "merchant_suspended"
   ],
   "409": [
    "api_key_limit_reached"
   ],
   "413": [
    "request_body_too_large"
   ],
   "415": [
    "unsupported_media_type"
   ],
   "429": [
    "rate_limit_exceeded"
   ],
   "500": [
    "internal_server_error"
   ],
   "503": [
    "service_unavailable"
   ]
  }
 },
 "revokeApiKey": {
  "parameters": [
   {
    "name": "key_id",
    "in": "path",
    "required": true,
    "status": 404,
    "schema": {
     "type": "string",
     "pattern": "^mk_(live|test)_[0-9A-Za-z]{24}$",
     "x-error": "api key not found"
    }
   }
  ],
  "refusals": {
   "400": [
    "invalid_parameter"
   ],
   "401": [
    "missing_authorization_header",
    "invalid_authorization_format",
    "api_key_not_found",
    "api_key_is_inactive",
    "invalid_signature",
    "request_timestamp_too_old",
    "request_timestamp_in_the_future"
   ],
   "403": [
    "forbidden",
    "merchant_not_active"
   ],
   "404": [
    "api_key_not_found"
   ],
   "413": [
    "request_body_too_large"
   ],
   "429": [
    "rate_limit_exceeded"
   ],
   "500": [
    "internal_server_error"
   ],
   "503": [
    "service_unavailable"
   ]
  }
 },
 "listWebhooks": {
  "parameters": [],
  "refusals": {
   "400": [
    "invalid_parameter"
   ],
   "401": [
    "missing_authorization_header",
    "invalid_authorization_format",
    "api_key_not_found",
    "api_key_is_inactive",
    "invalid_signature",
    "request_timestamp_too_old",
    "request_timestamp_in_the_future"
   ],
   "403": [
    "forbidden",
    "merchant_not_active"
   ],
   "413": [
    "request_body_too_large"
   ],
   "429": [
    "rate_limit_exceeded"
   ],
   "500": [
    "internal_server_error"
   ],
   "503": [
    "service_unavailable"
   ]
  }
 },
 "createWebhook": {
  "parameters": [],
  "body": {
   "type": "object",
   "required": [
    "url",
    "events"
   ],
   "properties": {
    "url": {
     "type": "string",
     "pattern": "^[Hh][Tt][Tt][Pp][Ss]://\\S+$",
     "maxLength": 2048,
     "x-error": "invalid webhook url",
     "x-detail": "must be https"
    },
    "events": {
     "type": "array",
     "minItems": 1,
     "maxItems": 7,
     "uniqueItems": true,
     "x-error": "invalid event type",
     "items": {
      "type": "string",
      "enum": [
       "payment.confirmed",
       "payment.expired",
       "payment.underpaid",
       "payment.frozen",
       "payment.overpaid",
       "withdrawal.completed",
       "withdrawal.failed"
      ],
      "x-error": "invalid event type"
     }
    }
   }
  },
  "refusals": {
   "400": [
    "invalid_json",
    "invalid_webhook_url",
    "invalid_event_type",
    "invalid_parameter"
   ],
   "401": [
    "missing_authorization_header",
    "invalid_authorization_format",
    "api_key_not_found",
    "api_key_is_inactive",
    "invalid_signature",
    "request_timestamp_too_old",
    "request_timestamp_in_the_future"
   ],
   "403": [
    "forbidden",
    "merchant_not_active",
    "merchant_suspended"
   ],
   "409": [
    "webhook_limit_reached"
   ],
   "413": [
    "request_body_too_large"
   ],
   "415": [
    "unsupported_media_type"
   ],
   "429": [
    "rate_limit_exceeded"
   ],
   "500": [
    "internal_server_error"
   ],
   "503": [
    "service_unavailable"
   ]
  }
 },
 "updateWebhook": {
  "parameters": [
   {
    "name": "id",
    "in": "path",
    "required": true,
    "status": 404,
    "schema": {
     "type": "string",
     "pattern": "^wh_[0-9a-f]{32}$",
     "x-error": "webhook not found"
    }
   }
  ],
  "body": {
   "type": "object",
   "properties": {
    "url": {
     "type": "string",
     "pattern": "^[Hh][Tt][Tt][Pp][Ss]://\\S+$",
     "maxLength": 2048,
     "x-error": "invalid webhook url",
     "x-detail": "must be https"
    },
    "events": {
     "type": "array",
     "minItems": 1,
     "maxItems": 7,
     "uniqueItems": true,
     "x-error": "invalid event type",
     "items": {
      "type": "string",
      "enum": [
       "payment.confirmed",
       "payment.expired",
       "payment.underpaid",
       "payment.frozen",
       "payment.overpaid",
       "withdrawal.completed",
       "withdrawal.failed"
      ],
      "x-error": "invalid event type"
     }
    },
    "is_active": {
     "type": "boolean"
    }
   }
  },
  "refusals": {
   "400": [
    "invalid_json",
    "invalid_webhook_url",
    "invalid_event_type",
    "invalid_parameter"
   ],
   "401": [
    "missing_authorization_header",
    "invalid_authorization_format",
    "api_key_not_found",
    "api_key_is_inactive",
    "invalid_signature",
    "request_timestamp_too_old",
    "request_timestamp_in_the_future"
   ],
   "403": [
    "forbidden",
    "merchant_not_active",
    "merchant_suspended"
   ],
   "404": [
    "webhook_not_found"
   ],
   "413": [
    "request_body_too_large"
   ],
   "415": [
    "unsupported_media_type"
   ],
   "429": [
    "rate_limit_exceeded"
   ],
   "500": [
    "internal_server_error"
   ],
   "503": [
    "service_unavailable"
   ]
  }
 },
 "deleteWebhook": {
  "parameters": [
   {
    "name": "id",
    "in": "path",
    "required": true,
    "status": 404,
    "schema": {
     "type": "string",
     "pattern": "^wh_[0-9a-f]{32}$",
     "x-error": "webhook not found"
    }
   }
  ],
  "refusals": {
   "400": [
    "invalid_parameter"
   ],
   "401": [
    "missing_authorization_header",
    "invalid_authorization_format",
    "api_key_not_found",
    "api_key_is_inactive",
    "invalid_signature",
    "request_timestamp_too_old",
    "request_timestamp_in_the_future"
   ],
   "403": [
    "forbidden",
    "merchant_not_active",
    "merchant_suspended"
   ],
   "404": [
    "webhook_not_found"
   ],
   "413": [
    "request_body_too_large"
   ],
   "429": [
    "rate_limit_exceeded"
   ],
   "500": [
    "internal_server_error"
   ],
   "503": [
    "service_unavailable"
   ]
  }
 },
 "sendTestWebhook": {
  "parameters": [
   {
    "name": "id",
    "in": "path",
    "required": true,
    "status": 404,
    "schema": {
     "type": "string",
     "pattern": "^wh_[0-9a-f]{32}$",
     "x-error": "webhook not found"
    }
   }
  ],
  "refusals": {
   "400": [
    "invalid_parameter"
   ],
   "401": [
    "missing_authorization_header",
    "invalid_authorization_format",
    "api_key_not_found",
    "api_key_is_inactive",
    "invalid_signature",
    "request_timestamp_too_old",
    "request_timestamp_in_the_future"
   ],
   "403": [
    "forbidden",
    "merchant_not_active",
    "merchant_suspended"
   ],
   "404": [
    "webhook_not_found"
   ],
   "413": [
    "request_body_too_large"
   ],
   "429": [
    "rate_limit_exceeded"
   ],
   "500": [
    "internal_server_error"
   ],
   "503": [
    "service_unavailable"
   ]
  }
 },
 "listWebhookDeliveries": {
  "parameters": [
   {
    "name": "id",
    "in": "path",
    "required": true,
    "status": 404,
    "schema": {
     "type": "string",
     "pattern": "^wh_[0-9a-f]{32}$",
     "x-error": "webhook not found"
    }
   },
   {
    "name": "limit",
    "in": "query",
    "schema": {
     "type": "integer",
     "minimum": 1,
     "maximum": 100,
     "x-error": "invalid limit"
    }
   },
   {
    "name": "offset",
    "in": "query",
    "schema": {
     "type": "integer",
     "minimum": 0,
     "maximum": 999999999,
     "x-error": "invalid offset"
    }
   },
   {
    "name": "cursor",
    "in": "query",
    "schema": {
     "type": "string",
     "pattern": "^[0-9A-Za-z_-]{1,100}$"
    }
   },
   {
    "name": "status",
    "in": "query",
    "schema": {
     "type": "string",
     "enum": [
      "PENDING",
      "DELIVERED",
      "FAILED"
     ]
    }
   },
   {
    "name": "created_from",
    "in": "query",
    "schema": {
     "type": "string",
     "format": "date-time",
     "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$",
     "x-detail": "must be a time of RFC 3339, such as 2026-01-31T00:00:00Z"
    }
   },
   {
    "name": "created_to",
    "in": "query",
    "schema": {
     "type": "string",
     "format": "date-time",
     "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$",
     "x-detail": "must be a time of RFC 3339, such as 2026-01-31T00:00:00Z"
    }
   }
  ],
  "refusals": {
   "400": [
    "invalid_limit",
    "invalid_offset",
    "invalid_parameter"
   ],
   "401": [
    "missing_authorization_header",
    "invalid_authorization_format",
    "api_key_not_found",
    "api_key_is_inactive",
    "invalid_signature",
    "request_timestamp_too_old",
    "request_timestamp_in_the_future"
   ],
   "403": [
    "forbidden",
    "merchant_not_active"
   ],
   "404": [
    "webhook_not_found"
   ],
   "413": [
    "request_body_too_large"
   ],
   "429": [
    "rate_limit_exceeded"
   ],
   "500": [
    "internal_server_error"
   ],
   "503": [
    "service_unavailable"
   ]
  }
 },
 "getWebhookDelivery": {
  "parameters": [
   {
    "name": "id",
    "in": "path",
    "required": true,
    "status": 404,
    "schema": {
     "type": "string",
     "pattern": "^wh_[0-9a-f]{32}$",
     "x-error": "webhook not found"
    }
   },
   {
    "name": "delivery_id",
    "in": "path",
    "required": true,
    "status": 404,
    "schema": {
     "type": "string",
     "pattern": "^wd_[0-9a-f]{32}$",
     "x-error": "delivery not found"
    }
   }
  ],
  "refusals": {
   "400": [
    "invalid_parameter"
   ],
   "401": [
    "missing_authorization_header",
    "invalid_authorization_format",
    "api_key_not_found",
    "api_key_is_inactive",
    "invalid_signature",
    "request_timestamp_too_old",
    "request_timestamp_in_the_future"
   ],
   "403": [
    "forbidden",
    "merchant_not_active"
   ],
   "404": [
    "webhook_not_found",
    "delivery_not_found"
   ],
   "413": [
    "request_body_too_large"
   ],
   "429": [
    "rate_limit_exceeded"
   ],
   "500": [
    "internal_server_error"
   ],
   "503": [
    "service_unavailable"
   ]
  }
 },
 "redeliverWebhookDelivery": {
  "parameters": [
   {
    "name": "id",
    "in": "path",
    "required": true,
    "status": 404,
    "schema": {
     "type": "string",
     "pattern": "^wh_[0-9a-f]{32}$",
     "x-error": "webhook not found"
    }
   },
   {
    "name": "delivery_id",
    "in": "path",
    "required": true,
    "status": 404,
    "schema": {
     "type": "string",
     "pattern": "^wd_[0-9a-f]{32}$",
     "x-error": "delivery not found"
    }
   }
  ],
  "refusals": {
   "400": [
    "invalid_parameter"
   ],
   "401": [
    "missing_authorization_header",
    "invalid_authorization_format",
    "api_key_not_found",
    "api_key_is_inactive",
    "invalid_signature",
    "request_timestamp_too_old",
    "request_timestamp_in_the_future"
   ],
   "403": [
    "forbidden",
    "merchant_not_active",
    "merchant_suspended"
   ],
   "404": [
    "webhook_not_found",
    "delivery_not_found"
   ],
   "413": [
    "request_body_too_large"
   ],
   "429": [
    "rate_limit_exceeded"
   ],
   "500": [
    "internal_server_error"
   ],
   "503": [
    "service_unavailable"
   ]
  }
 },
 "listEvents": {
  "parameters": [
   {
    "name": "after",
    "in": "query",
    "schema": {
     "type": "string",
     "pattern": "^[0-9A-Za-z_-]{1,100}$",
     "x-error": "invalid cursor"
    }
   },
   {
    "name": "created_from",
    "in": "query",
    "schema": {
     "type": "string",
     "format": "date-time",
     "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$",
     "x-detail": "must be a time of RFC 3339, such as 2026-01-31T00:00:00Z"
    }
   },
   {
    "name": "types",
    "in": "query",
    "schema": {
     "type": "string",
     "pattern": "^[a-z._]{1,40}(,[a-z._]{1,40}){0,19}$",
     "x-error": "invalid event type"
    }
   },
   {
    "name": "limit",
    "in": "query",
    "schema": {
     "type": "integer",
     "minimum": 1,
     "maximum": 100,
     "x-error": "invalid limit"
    }
   }
  ],
  "refusals": {
   "400": [
    "invalid_cursor",
    "invalid_event_type",
    "invalid_limit",
    "invalid_parameter"
   ],
   "401": [
    "missing_authorization_header",
    "invalid_authorization_format",
    "api_key_not_found",
    "api_key_is_inactive",
    "invalid_signature",
    "request_timestamp_too_old",
    "request_timestamp_in_the_future"
   ],
   "403": [
    "forbidden",
    "merchant_not_active"
   ],
   "413": [
    "request_body_too_large"
   ],
   "429": [
    "rate_limit_exceeded"
   ],
   "500": [
    "internal_server_error"
   ],
   "503": [
    "service_unavailable"
   ]
  }
 },
 "listWithdrawals": {
  "parameters": [
   {
    "name": "limit",
    "in": "query",
    "schema": {
     "type": "integer",
     "minimum": 1,
     "maximum": 100,
     "x-error": "invalid limit"
    }
   },
   {
    "name": "offset",
    "in": "query",
    "schema": {
     "type": "integer",
     "minimum": 0,
     "maximum": 999999999,
     "x-error": "invalid offset"
    }
   },
   {
    "name": "cursor",
    "in": "query",
    "schema": {
     "type": "string",
     "pattern": "^[0-9A-Za-z_-]{1,100}$"
    }
   },
   {
    "name": "status",
    "in": "query",
    "schema": {
     "type": "string",
     "enum": [
      "PENDING",
      "REVIEW",
      "PROCESSING",
      "BROADCAST",
      "COMPLETED",
      "FAILED",
      "CANCELED"
     ]
    }
   },
   {
    "name": "created_from",
    "in": "query",
    "schema": {
     "type": "string",
     "format": "date-time",
     "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$",
     "x-detail": "must be a time of RFC 3339, such as 2026-01-31T00:00:00Z"
    }
   },
   {
    "name": "created_to",
    "in": "query",
    "schema": {
     "type": "string",
     "format": "date-time",
     "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$",
     "x-detail": "must be a time of RFC 3339, such as 2026-01-31T00:00:00Z"
    }
   },
   {
    "name": "updated_from",
    "in": "query",
    "schema": {
     "type": "string",
     "format": "date-time",
     "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$",
     "x-detail": "must be a time of RFC 3339, such as 2026-01-31T00:00:00Z"
    }
   },
   {
    "name": "updated_to",
    "in": "query",
    "schema": {
     "type": "string",
     "format": "date-time",
     "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$",
     "x-detail": "must be a time of RFC 3339, such as 2026-01-31T00:00:00Z"
    }
   }
  ],
  "refusals": {
   "400": [
    "invalid_limit",
    "invalid_offset",
    "invalid_parameter"
   ],
   "401": [
    "missing_authorization_header",
    "invalid_authorization_format",
    "api_key_not_found",
    "api_key_is_inactive",
    "invalid_signature",
    "request_timestamp_too_old",
    "request_timestamp_in_the_future"
   ],
   "403": [
    "forbidden",
    "merchant_not_active"
   ],
   "413": [
    "request_body_too_large"
   ],
   "429": [
    "rate_limit_exceeded"
   ],
   "500": [
    "internal_server_error"
   ],
   "503": [
    "service_unavailable"
   ]
  }
 },
 "createWithdrawal": {
  "parameters": [
   {
    "name": "traceparent",
    "in": "header",
    "schema": {
     "type": "string"
    }
   }
  ],
  "body": {
   "type": "object",
   "required": [
    "amount",
    "currency",
    "network",
    "destination_address"
   ],
   "properties": {
    "amount": {
     "type": "string",
     "format": "decimal",
     "pattern": "^(0|[1-9][0-9]{0,8})(\\.[0-9]{1,6})?$",
     "x-error": "invalid amount"
    },
    "currency": {
     "type": "string",
     "enum": [
      "USDT"
     ],
     "x-error": "unsupported currency"
    },
    "network": {
     "type": "string",
     "enum": [
      "TRC20",
      "ERC20"
     ],
     "x-error": "unsupported network"
    },
    "destination_address": {
     "type": "string",
     "pattern": "^(0x[0-9a-fA-F]{40}|T[1-9A-HJ-NP-Za-km-z]{33})$",
     "x-error": "invalid destination address",
     "x-detail": "must be T and 33 characters on TRON, or 0x and 40 hex digits on Ethereum"
    },
    "description": {
     "type": "string",
     "maxLength": 500
    },
    "metadata": {
     "type": "object",
     "x-error": "invalid metadata"
    },
    "webhook_url": {
     "type": "string",
     "pattern": "^[Hh][Tt][Tt][Pp][Ss]://\\S+$",
     "maxLength": 2048,
     "x-error": "invalid webhook url",
     "x-detail": "must be https"
    },
    "idempotency_key": {
     "type": "string",
     "pattern": "^[\\x20-\\x7E]{1,255}$",
     "x-error": "invalid idempotency key",
     "x-detail": "1 to 255 printable ASCII characters"
    }
   }
  },
  "refusals": {
   "400": [
    "invalid_json",
    "invalid_amount",
    "unsupported_currency",
    "unsupported_network",
    "invalid_destination_address",
    "invalid_metadata",
    "invalid_webhook_url",
    "invalid_idempotency_key",
    "invalid_parameter",
    "amount_below_minimum",
    "insufficient_balance"
   ],
   "401": [
    "missing_authorization_header",
    "invalid_authorization_format",
    "api_key_not_found",
    "api_key_is_inactive",
    "invalid_signature",
    "request_timestamp_too_old",
    "request_timestamp_in_the_future"
   ],
   "403": [
    "forbidden",
    "merchant_not_active",
    "merchant_suspended"
   ],
   "409": [
    "duplicate_idempotency_key"
   ],
   "413": [
    "request_body_too_large"
   ],
   "415": [
    "unsupported_media_type"
   ],
   "429": [
    "rate_limit_exceeded"
   ],
   "500": [
    "internal_server_error"
   ],
   "503": [
    "service_unavailable"
   ]
  }
 },
 "quoteWithdrawal": {
  "parameters": [
   {
    "name": "network",
    "in": "query",
    "required": true,
    "schema": {
     "type": "string",
     "enum": [
      "TRC20",
      "ERC20"
     ],
     "x-error": "unsupported network"
    }
   },
   {
    "name": "amount",
    "in": "query",
    "required": true,
    "schema": {
     "type": "string",
     "format": "decimal",
     "pattern": "^(0|[1-9][0-9]{0,8})(\\.[0-9]{1,6})?$",
     "x-error": "invalid amount"
    }
   }
  ],
  "refusals": {
   "400": [
    "unsupported_network",
    "invalid_amount",
    "invalid_parameter",
    "amount_below_minimum"
   ],
   "401": [
    "missing_authorization_header",
    "invalid_authorization_format",
    "api_key_not_found",
    "api_key_is_inactive",
    "invalid_signature",
    "request_timestamp_too_old",
    "request_timestamp_in_the_future"
   ],
   "403": [
    "forbidden",
    "merchant_not_active"
   ],
   "413": [
    "request_body_too_large"
   ],
   "429": [
    "rate_limit_exceeded"
   ],
   "500": [
    "internal_server_error"
   ],
   "503": [
    "service_unavailable"
   ]
  }
 },
 "listWithdrawalDestinations": {
  "parameters": [],
  "refusals": {
   "400": [
    "invalid_parameter"
   ],
   "401": [
    "missing_authorization_header",
    "invalid_authorization_format",
    "api_key_not_found",
    "api_key_is_inactive",
    "invalid_signature",
    "request_timestamp_too_old",
    "request_timestamp_in_the_future"
   ],
   "403": [
    "forbidden",
    "merchant_not_active"
   ],
   "413": [
    "request_body_too_large"
   ],
   "429": [
    "rate_limit_exceeded"
   ],
   "500": [
    "internal_server_error"
   ],
   "503": [
    "service_unavailable"
   ]
  }
 },
 "createWithdrawalDestination": {
  "parameters": [],
  "body": {
   "type": "object",
   "required": [
    "label",
    "network",
    "address"
   ],
   "properties": {
    "label": {
     "type": "string",
     "pattern": "\\S",
     "minLength": 1,
     "maxLength": 100
    },
    "network": {
     "type": "string",
     "enum": [
      "TRC20",
      "ERC20"
     ],
     "x-error": "unsupported network"
    },
    "address": {
     "type": "string",
     "pattern": "^(0x[0-9a-fA-F]{40}|T[1-9A-HJ-NP-Za-km-z]{33})$",
     "x-error": "invalid destination address",
     "x-detail": "must be T and 33 characters on TRON, or 0x and 40 hex digits on Ethereum"
    }
   }
  },
  "refusals": {
   "400": [
    "invalid_json",
    "unsupported_network",
    "invalid_destination_address",
    "invalid_parameter"
   ],
   "401": [
    "missing_authorization_header",
    "invalid_authorization_format",
    "api_key_not_found",
    "api_key_is_inactive",
    "invalid_signature",
    "request_timestamp_too_old",
    "request_timestamp_in_the_future"
   ],
   "403": [
    "forbidden",
    "merchant_not_active",
    "merchant_suspended"
   ],
   "409": [
    "destination_limit_reached"
   ],
   "413": [
    "request_body_too_large"
   ],
   "415": [
    "unsupported_media_type"
   ],
   "429": [
    "rate_limit_exceeded"
   ],
   "500": [
    "internal_server_error"
   ],
   "503": [
    "service_unavailable"
   ]
  }
 },
 "deleteWithdrawalDestination": {
  "parameters": [
   {
    "name": "id",
    "in": "path",
    "required": true,
    "status": 404,
    "schema": {
     "type": "string",
     "format": "uuid",
     "x-error": "destination not found"
    }
   }
  ],
  "refusals": {
   "400": [
    "invalid_parameter"
   ],
   "401": [
    "missing_authorization_header",
    "invalid_authorization_format",
    "api_key_not_found",
    "api_key_is_inactive",
    "invalid_signature",
    "request_timestamp_too_old",
    "request_timestamp_in_the_future"
   ],
   "403": [
    "forbidden",
    "merchant_not_active",
    "merchant_suspended"
   ],
   "404": [
    "destination_not_found"
   ],
   "413": [
    "request_body_too_large"
   ],
   "429": [
    "rate_limit_exceeded"
   ],
   "500": [
    "internal_server_error"
   ],
   "503": [
    "service_unavailable"
   ]
  }
 },
 "getWithdrawal": {
  "parameters": [
   {
    "name": "id",
    "in": "path",
    "required": true,
    "status": 404,
    "schema": {
     "type": "string",
     "pattern": "^([0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}|wdr_[0-9A-HJKMNP-TV-Z]{12})$",
     "maxLength": 36,
     "x-error": "withdrawal not found"
    }
   }
  ],
  "refusals": {
   "400": [
    "invalid_parameter"
   ],
   "401": [
    "missing_authorization_header",
    "invalid_authorization_format",
    "api_key_not_found",
    "api_key_is_inactive",
    "invalid_signature",
    "request_timestamp_too_old",
    "request_timestamp_in_the_future"
   ],
   "403": [
    "forbidden",
    "merchant_not_active"
   ],
   "404": [
    "withdrawal_not_found"
   ],
   "413": [
    "request_body_too_large"
   ],
   "429": [
    "rate_limit_exceeded"
   ],
   "500": [
    "internal_server_error"
   ],
   "503": [
    "service_unavailable"
   ]
  }
 },
 "cancelWithdrawal": {
  "parameters": [
   {
    "name": "id",
    "in": "path",
    "required": true,
    "status": 404,
    "schema": {
     "type": "string",
     "format": "uuid",
     "x-error": "withdrawal not found"
    }
   }
  ],
  "refusals": {
   "400": [
    "invalid_parameter"
   ],
   "401": [
    "missing_authorization_header",
    "invalid_authorization_format",
    "api_key_not_found",
    "api_key_is_inactive",
    "invalid_signature",
    "request_timestamp_too_old",
    "request_timestamp_in_the_future"
   ],
   "403": [
    "forbidden",
    "merchant_not_active",
    "merchant_suspended"
   ],
   "404": [
    "withdrawal_not_found"
   ],
   "409": [
    "withdrawal_not_cancelable"
   ],
   "413": [
    "request_body_too_large"
   ],
   "429": [
    "rate_limit_exceeded"
   ],
   "500": [
    "internal_server_error"
   ],
   "503": [
    "service_unavailable"
   ]
  }
 },
 "getBalance": {
  "parameters": [],
  "refusals": {
   "400": [
    "invalid_parameter"
   ],
   "401": [
    "missing_authorization_header",
    "invalid_authorization_format",
    "api_key_not_found",
    "api_key_is_inactive",
    "invalid_signature",
    "request_timestamp_too_old",
    "request_timestamp_in_the_future"
   ],
   "403": [
    "forbidden",
    "merchant_not_active"
   ],
   "413": [
    "request_body_too_large"
   ],
   "429": [
    "rate_limit_exceeded"
   ],
   "500": [
    "internal_server_error"
   ],
   "503": [
    "service_unavailable"
   ]
  }
 },
 "getRate": {
  "parameters": [
   {
    "name": "currency",
    "in": "query",
    "required": true,
    "schema": {
     "type": "string",
     "pattern": "^[A-Z]{3}$",
     "x-error": "unsupported price currency"
    }
   }
  ],
  "refusals": {
   "400": [
    "unsupported_price_currency",
    "invalid_parameter"
   ],
   "401": [
    "missing_authorization_header",
    "invalid_authorization_format",
    "api_key_not_found",
    "api_key_is_inactive",
    "invalid_signature",
    "request_timestamp_too_old",
    "request_timestamp_in_the_future"
   ],
   "403": [
    "forbidden",
    "merchant_not_active"
   ],
   "413": [
    "request_body_too_large"
   ],
   "429": [
    "rate_limit_exceeded"
   ],
   "500": [
    "internal_server_error"
   ],
   "503": [
    "service_unavailable",
    "rate_unavailable"
   ]
  }
 },
 "streamTestDeliveries": {
  "parameters": [
   {
    "name": "Last-Event-ID",
    "in": "header",
    "schema": {
     "type": "string"
    }
   }
  ],
  "refusals": {
   "400": [
    "invalid_parameter"
   ],
   "401": [
    "missing_authorization_header",
    "invalid_authorization_format",
    "api_key_not_found",
    "api_key_is_inactive",
    "invalid_signature",
    "request_timestamp_too_old",
    "request_timestamp_in_the_future"
   ],
   "403": [
    "forbidden",
    "merchant_not_active"
   ],
   "413": [
    "request_body_too_large"
   ],
   "429": [
    "rate_limit_exceeded"
   ],
   "500": [
    "internal_server_error"
   ],
   "503": [
    "service_unavailable"
   ]
  }
 },
 "resendTestDelivery": {
  "parameters": [
   {
    "name": "delivery_id",
    "in": "path",
    "required": true,
    "status": 404,
    "schema": {
     "type": "string",
     "pattern": "^wd_[0-9a-f]{32}$",
     "x-error": "delivery not found"
    }
   }
  ],
  "refusals": {
   "400": [
    "invalid_parameter"
   ],
   "401": [
    "missing_authorization_header",
    "invalid_authorization_format",
    "api_key_not_found",
    "api_key_is_inactive",
    "invalid_signature",
    "request_timestamp_too_old",
    "request_timestamp_in_the_future"
   ],
   "403": [
    "forbidden",
    "merchant_not_active",
    "merchant_suspended"
   ],
   "404": [
    "delivery_not_found"
   ],
   "413": [
    "request_body_too_large"
   ],
   "429": [
    "rate_limit_exceeded"
   ],
   "500": [
    "internal_server_error"
   ],
   "503": [
    "service_unavailable"
   ]
  }
 },
 "simulateOrder": {
  "parameters": [
   {
    "name": "id",
    "in": "path",
    "required": true,
    "status": 404,
    "schema": {
     "type": "string",
     "format": "uuid",
     "x-error": "order not found"
    }
   }
  ],
  "body": {
   "type": "object",
   "required": [
    "action"
   ],
   "properties": {
    "action": {
     "type": "string",
     "enum": [
      "pay",
      "authorise",
      "underpay",
      "overpay",
      "late_pay",
      "expire",
      "freeze",
      "reorg"
     ]
    },
    "amount": {
     "type": "string",
     "format": "decimal",
     "pattern": "^(0|[1-9][0-9]{0,8})(\\.[0-9]{1,8})?$",
     "x-error": "invalid amount"
    },
    "remark": {
     "type": "string",
     "maxLength": 128
    }
   }
  },
  "refusals": {
   "400": [
    "invalid_json",
    "invalid_amount",
    "amount_required",
    "amount_out_of_range",
    "invalid_parameter"
   ],
   "401": [
    "missing_authorization_header",
    "invalid_authorization_format",
    "api_key_not_found",
    "api_key_is_inactive",
    "invalid_signature",
    "request_timestamp_too_old",
    "request_timestamp_in_the_future"
   ],
   "403": [
    "forbidden",
    "merchant_not_active",
    "merchant_suspended"
   ],
   "404": [
    "order_not_found"
   ],
   "409": [
    "action_not_possible"
   ],
   "413": [
    "request_body_too_large"
   ],
   "415": [
    "unsupported_media_type"
   ],
   "429": [
    "rate_limit_exceeded"
   ],
   "500": [
    "internal_server_error"
   ],
   "503": [
    "service_unavailable"
   ]
  }
 }
}

/** The message of each error code. */
export const MESSAGES: Readonly<Record<ErrorCode, string>> = {
 "missing_authorization_header": "missing authorization header",
 "invalid_authorization_format": "invalid authorization format",
 "api_key_not_found": "api key not found",
 "api_key_is_inactive": "api key is inactive",
 "invalid_signature": "invalid signature",
 "request_timestamp_too_old": "request timestamp too old",
 "request_timestamp_in_the_future": "request timestamp in the future",
 "invalid_json": "invalid json",
 "invalid_limit": "invalid limit",
 "invalid_offset": "invalid offset",
 "invalid_cursor": "invalid cursor",
 "invalid_parameter": "invalid parameter",
 "invalid_amount": "invalid amount",
 "invalid_price": "invalid price",
 "unsupported_price_currency": "unsupported price currency",
 "invalid_amount_mode": "invalid amount mode",
 "amount_required": "amount required",
 "amount_not_allowed": "amount not allowed",
 "amount_out_of_range": "amount out of range",
 "invalid_uses": "invalid uses",
 "invalid_expires_at": "invalid expires at",
 "payment_link_not_found": "payment link not found",
 "payment_link_closed": "payment link closed",
 "unsupported_currency": "unsupported currency",
 "unsupported_network": "unsupported network",
 "invalid_destination_address": "invalid destination address",
 "amount_below_minimum": "amount below minimum",
 "insufficient_balance": "insufficient balance",
 "invalid_metadata": "invalid metadata",
 "invalid_return_url": "invalid return url",
 "invalid_webhook_url": "invalid webhook url",
 "invalid_event_type": "invalid event type",
 "invalid_idempotency_key": "invalid idempotency key",
 "invalid_tolerance": "invalid tolerance",
 "invalid_name": "invalid name",
 "invalid_email": "invalid email",
 "invalid_platform_user_id": "invalid platform user id",
 "invalid_environment": "invalid environment",
 "no_available_address": "no available address",
 "forbidden": "forbidden",
 "merchant_not_active": "merchant not active",
 "merchant_suspended": "merchant suspended",
 "registration_closed": "registration closed",
 "order_not_found": "order not found",
 "webhook_not_found": "webhook not found",
 "delivery_not_found": "delivery not found",
 "withdrawal_not_found": "withdrawal not found",
 "destination_not_found": "destination not found",
 "withdrawal_not_cancelable": "withdrawal not cancelable",
 "duplicate_idempotency_key": "duplicate idempotency key",
 "merchant_already_exists": "merchant already exists",
 "api_key_limit_reached": "api key limit reached",
 "webhook_limit_reached": "webhook limit reached",
 "destination_limit_reached": "destination limit reached",
 "action_not_possible": "action not possible",
 "request_body_too_large": "request body too large",
 "unsupported_media_type": "unsupported media type",
 "rate_limit_exceeded": "rate limit exceeded",
 "internal_server_error": "internal server error",
 "service_unavailable": "service unavailable",
 "rate_unavailable": "rate unavailable",
 "not_found": "not found",
 "method_not_allowed": "method not allowed"
}
