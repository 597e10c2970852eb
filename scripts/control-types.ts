/** `npm run control-types` writes the types of the control API for @guildhall/testing, from its OpenAPI document. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { controlApiTypes } from './control-types/control-api-types.ts'
import { controlDocument } from './control-types/control-document.ts'

const FILE = fileURLToPath(new URL('../packages/testing/src/control/control-api.ts', import.meta.url))

writeFileSync(FILE, controlApiTypes(await controlDocument()))
execFileSync('node_modules/.bin/biome', ['format', '--write', FILE], { stdio: 'inherit' })
