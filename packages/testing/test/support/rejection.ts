/** The error a promise rejects with. @throws when it resolves */
export async function rejection(promise: PromiseLike<unknown>): Promise<unknown> {
  return promise.then(
    (value) => {
      throw new Error(`resolved with ${JSON.stringify(value)}`)
    },
    (error: unknown) => error,
  )
}
