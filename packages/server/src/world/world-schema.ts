import { WorldFile } from './world.ts'

/** Returns the JSON Schema of world files that editors use; `world.schema.json` in the package is its text. */
export function worldSchema(): object {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'A Guildhall world file',
    description:
      'Who and what there is when a platform starts empty. Keys of records are names for cross-reference only.',
    ...(JSON.parse(JSON.stringify(WorldFile)) as object),
  }
}
