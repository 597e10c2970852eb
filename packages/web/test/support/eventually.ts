const LIMIT_MS = 15_000
const PAUSE_MS = 20

/** Repeats assertions until they hold. @throws their last failure after 15 s */
export async function eventually(assertions: () => void | Promise<void>): Promise<void> {
  const limit = performance.now() + LIMIT_MS
  for (;;) {
    try {
      return await assertions()
    } catch (failure) {
      if (performance.now() > limit) throw failure
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}
