/** Line of a test that called this package. Errors show it, because their cause is often many promises away from it. */
export interface CallSite {
  stack?: string
}

/**
 * Returns the place that called a method of this package. It must be called before the first `await`.
 * @param method the method itself, which is left out of the stack
 */
export function callSite(method: (...given: never[]) => unknown): CallSite {
  const site: CallSite = {}
  Error.captureStackTrace(site, method)
  return site
}

/** Gives an error the stack of the line of the test that caused it. */
export function at<E extends Error>(site: CallSite, error: E): E {
  const [, ...frames] = (site.stack ?? '').split('\n')
  error.stack = [`${error.name}: ${error.message}`, ...frames].join('\n')
  return error
}
