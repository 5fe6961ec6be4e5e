// This file is generated from the contract; change the contract and run npm run generate.

/** Codes of refusals that are worth another attempt, and how to wait for it. */
export const RETRY_ERRORS: Readonly<Record<string, 'after' | 'backoff' | 'clock' | undefined>> = {
  rate_limit_exceeded: "after",
  service_unavailable: "after",
  rate_unavailable: "after",
  internal_server_error: "backoff",
  no_available_address: "backoff",
  request_timestamp_too_old: "clock",
  request_timestamp_in_the_future: "clock"
}

/** By operation: error codes of a refused retry that confirm that an earlier attempt succeeded. */
export const CONFIRMED_BY: Readonly<Record<string, readonly string[]>> = {
  revokeApiKey: [
    "api_key_is_inactive"
  ],
  deleteWebhook: [
    "webhook_not_found"
  ],
  deleteWithdrawalDestination: [
    "destination_not_found"
  ]
}

/** The next step after an unknown outcome, for a call that must not be repeated and has no remedy of its own. */
export const REMEDY = "See what happened before calling again."

/** The operations that must not be repeated, each with the next step after an unknown outcome. */
export const REMEDIES: Readonly<Record<string, string>> = {
  registerMerchant: "Register again. If that answers \"merchant already exists\", the earlier call succeeded and its key is lost; ask the operator for a new one.",
  rotateWebhookSecret: "The secret you hold may already be the previous one. Rotate again and deploy the new secret at once.",
  createDashboardLink: "Create another link. The one that was lost ends after 10 minutes.",
  createApiKey: "List the keys, revoke the one whose secret never reached you, and create another.",
  createWebhook: "List the webhooks; if the endpoint is there, the earlier call succeeded.",
  sendTestWebhook: "List the deliveries; if the sample is there, the earlier call succeeded.",
  redeliverWebhookDelivery: "List the deliveries; if one with this `redelivery_of` is there, the earlier call succeeded.",
  resendTestDelivery: "Read the stream; if it has the new message, the earlier call succeeded.",
  simulateOrder: "Retrieve the order to see whether the action took place."
}
