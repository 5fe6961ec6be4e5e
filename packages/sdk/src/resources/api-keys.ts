import type { CallPromise } from '../call-promise.js'
import type { ApiKeyList, CreateApiKey, CreatedApiKey, KeyId, Message } from '../generated/contract.gen.js'
import type { Settings } from '../options.js'
import type { RequestOptions } from '../request-options.js'
import { send } from '../send.js'

/** The keys that sign requests. */
export class ApiKeys {
  readonly #settings: Settings

  constructor(settings: Settings) {
    this.#settings = settings
  }

  /** Creates a key; its secret is in this answer and never again. @throws OutcomeUnknownError */
  create(body: CreateApiKey, options?: RequestOptions): CallPromise<CreatedApiKey> {
    return send(this.#settings, 'createApiKey', { body }, options)
  }

  /** Lists all keys without their secrets, revoked ones included. */
  list(options?: RequestOptions): CallPromise<ApiKeyList> {
    return send(this.#settings, 'listApiKeys', {}, options)
  }

  /** Revokes a key at once, which may be the one this client signs with. */
  revoke(keyId: KeyId, options?: RequestOptions): CallPromise<Message> {
    return send(this.#settings, 'revokeApiKey', { path: { key_id: keyId } }, options)
  }
}
