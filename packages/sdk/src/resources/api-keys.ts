import type { ApiKeyList, CreateApiKey, CreatedApiKey, KeyId, Message } from '../generated/contract.gen.js'
import type { CallPromise } from '../http/call-promise.js'
import type { RequestOptions } from '../http/request-options.js'
import { send } from '../http/send.js'
import type { Settings } from '../options.js'

/** The keys that sign requests. */
export interface ApiKeys {
  /**
   * Creates a key. Only this answer has its secret.
   *
   * @throws OutcomeUnknownError when the key may have been created; ApiError when the server refuses it
   */
  create(body: CreateApiKey, options?: RequestOptions): CallPromise<CreatedApiKey>

  /** Lists the active keys and the newest 100 revoked ones, without their secrets. */
  list(options?: RequestOptions): CallPromise<ApiKeyList>

  /**
   * Revokes a key at once; it may be the key of this client.
   *
   * @throws ApiError `api_key_not_found`
   */
  revoke(keyId: KeyId, options?: RequestOptions): CallPromise<Message>
}

/** Makes the resource. */
export function createApiKeys(settings: Settings): ApiKeys {
  return {
    create: (body, options) => send(settings, 'createApiKey', { body }, options),
    list: (options) => send(settings, 'listApiKeys', {}, options),
    revoke: (keyId, options) => send(settings, 'revokeApiKey', { path: { key_id: keyId } }, options),
  }
}
