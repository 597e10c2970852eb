/** `npm run contract` writes the types of operations and events for @guildhall/client, from the server's own. */
import { writeFileSync } from 'node:fs'
import { contractFiles } from './contract/contract-files.ts'

for (const [path, text] of await contractFiles()) writeFileSync(path, text)
