/** Both runtimes have the same functions. The compiler checks it. */
import * as browser from './browser.ts'
import type * as node from './node.ts'

export const isRuntime: typeof node = browser
