/** Resolves as a promise does. @throws the signal's reason when it is aborted before, or was already */
export function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    const fail = () => reject(signal.reason)
    if (signal.aborted) fail()
    else signal.addEventListener('abort', fail, { once: true })
  })
  return Promise.race([promise, aborted])
}
