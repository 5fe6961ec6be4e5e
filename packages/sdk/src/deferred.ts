/** Iterates over what is made, or loaded, only when the first item is asked for. */
export async function* deferred<Item>(
  begin: () => Promise<AsyncIterable<Item>>,
): AsyncGenerator<Item, void, undefined> {
  yield* await begin()
}
