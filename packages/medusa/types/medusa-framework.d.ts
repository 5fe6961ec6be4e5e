/**
 * The part of `@medusajs/framework/types` that the sources use, so that they compile without an installation of Medusa. The stress
 * test compiles the same sources with Medusa's own types.
 */
interface Decimal {
  toFixed(): string
}

interface RawValue {
  readonly value: string | number
}

export type BigNumberInput = RawValue | number | string | Decimal | { readonly raw?: RawValue }

export interface PaymentProviderInput {
  readonly data?: Record<string, unknown>
  readonly context?: { readonly idempotency_key?: string }
}

interface Amount {
  readonly amount: BigNumberInput
}

interface Total extends Amount {
  readonly currency_code: string
}

export interface InitiatePaymentInput extends PaymentProviderInput, Total {}
export interface UpdatePaymentInput extends PaymentProviderInput, Total {}
export interface RefundPaymentInput extends PaymentProviderInput, Amount {}
export type DeletePaymentInput = PaymentProviderInput
export type CancelPaymentInput = PaymentProviderInput
export type CapturePaymentInput = PaymentProviderInput
export type RetrievePaymentInput = PaymentProviderInput
export type GetPaymentStatusInput = PaymentProviderInput

interface Output {
  data?: Record<string, unknown>
}

interface Status {
  status: 'captured' | 'pending'
}

export interface InitiatePaymentOutput extends Output, Status {
  id: string
}
export interface UpdatePaymentOutput extends Output, Status {}
export interface AuthorizePaymentOutput extends Output, Status {}
export interface GetPaymentStatusOutput extends Output, Status {}
export type DeletePaymentOutput = Output
export type CancelPaymentOutput = Output
export type CapturePaymentOutput = Output
export type RefundPaymentOutput = Output
export type RetrievePaymentOutput = Output

export interface ProviderWebhookPayload {
  readonly payload: {
    readonly data: Record<string, unknown>
    readonly rawData: string | Buffer
    readonly headers: Record<string, unknown>
  }
}

export interface WebhookActionResult {
  action: 'captured' | 'not_supported'
  data?: { session_id: string; amount: string }
}

export interface IPaymentProvider {
  getIdentifier(): string
  initiatePayment(input: InitiatePaymentInput): Promise<InitiatePaymentOutput>
  updatePayment(input: UpdatePaymentInput): Promise<UpdatePaymentOutput>
  deletePayment(input: DeletePaymentInput): Promise<DeletePaymentOutput>
  authorizePayment(input: PaymentProviderInput): Promise<AuthorizePaymentOutput>
  capturePayment(input: CapturePaymentInput): Promise<CapturePaymentOutput>
  refundPayment(input: RefundPaymentInput): Promise<RefundPaymentOutput>
  retrievePayment(input: RetrievePaymentInput): Promise<RetrievePaymentOutput>
  cancelPayment(input: CancelPaymentInput): Promise<CancelPaymentOutput>
  getPaymentStatus(input: GetPaymentStatusInput): Promise<GetPaymentStatusOutput>
  getWebhookActionAndData(payload: ProviderWebhookPayload['payload']): Promise<WebhookActionResult>
}

export interface MedusaContainer {
  resolve(name: string): unknown
}
