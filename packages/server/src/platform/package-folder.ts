import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

// Sources lie at another depth below the package than bundles, so that its files are found from its manifest.
const require = createRequire(import.meta.url)

/** Version of this program, from its manifest. */
export const { version: VERSION } = require('#manifest') as { version: string }

/** Sources of what `run` loads into programs of other runtimes; shipped beside the code as they are. */
export const PRELOAD_FOLDER = join(dirname(require.resolve('#manifest')), 'preload/')
