/** `npm run world-schema` writes packages/server/world.schema.json from the description of world files. */
import { writeFile } from 'node:fs/promises'
import { worldSchema } from 'guildhall/world-schema'

await writeFile(
  new URL('../packages/server/world.schema.json', import.meta.url),
  `${JSON.stringify(worldSchema(), null, 2)}\n`,
)
