import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

/** Folder of this package. Sources and bundles both lie one folder below it, so only this module looks for it. */
const PACKAGE_FOLDER = new URL('..', import.meta.url)

/** Version of this program, from its manifest. */
export const { version: VERSION } = createRequire(PACKAGE_FOLDER)('./package.json') as { version: string }

/** Sources of what `run` loads into programs of other runtimes; shipped beside the code as they are. */
export const PRELOAD_FOLDER = fileURLToPath(new URL('preload/', PACKAGE_FOLDER))
