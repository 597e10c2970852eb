import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { demoWorld } from './demo-world.ts'
import { worldSchema } from './world-schema.ts'

const read = async (path: string) => JSON.parse(await readFile(new URL(path, import.meta.url), 'utf8')) as unknown

test('world.schema.json is the schema of the code; `npm run world-schema` writes it', async () => {
  assert.deepEqual(await read('../../world.schema.json'), JSON.parse(JSON.stringify(worldSchema())))
})

test('a general JSON Schema validator accepts valid worlds by world.schema.json and refuses an unknown key', async () => {
  const formats = { uri: (value: string) => URL.canParse(value), int64: /^[0-9]+$/ }
  const validate = new Ajv2020({ keywords: ['errorMessage'], formats }).compile(worldSchema())
  for (const world of [await read('../../test/worlds/lab.json'), demoWorld()]) {
    assert.ok(validate(world), JSON.stringify(validate.errors))
  }
  assert.equal(validate({ guilds: { lab: { colour: 1 } } }), false)
})
