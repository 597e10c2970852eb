import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

// Sources and bundles both lie one folder below the package, and only this module looks for its other files.

/** Version of this program, from its manifest. */
export const { version: VERSION } = createRequire(import.meta.url)('../package.json') as { version: string }

/** Sources of what `run` loads into programs of other runtimes; shipped beside the code as they are. */
export const PRELOAD_FOLDER = fileURLToPath(new URL('../preload/', import.meta.url))
