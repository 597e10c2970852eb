/** `node scripts/contract-check.ts FOLDER` runs the contract check over a folder of recorded exchanges. */
import { checkContract } from '@guildhall/contract-check'
import { openApi } from 'guildhall/openapi'

const [folder] = process.argv.slice(2)
if (!folder) {
  console.error('node scripts/contract-check.ts FOLDER')
  process.exit(1)
}
process.exitCode = await checkContract(folder, { own: openApi({ unlisted: true }), whole: true })
