/** Modals from the application's callback to what it receives of them. */
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { type Attached, api } from '@guildhall/testing'
import { guildhallTest } from '../support/fixture.ts'
import { connect, dispatch, Invoking, type Wire } from '../support/interactions.ts'

const world = {
  users: { ann: {}, bob: {} },
  applications: { app: { owner: 'ann', bot: {} } },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob'],
      bots: { app: {} },
      roles: { crew: {} },
      channels: { general: {}, Voice: { type: 2 } },
    },
  },
}

type Component = Record<string, unknown>

const test = guildhallTest({ world })
const { platform } = test
let person: Awaited<ReturnType<typeof connect>>
let bot: Awaited<ReturnType<typeof connect>>
let bob: Invoking
let command: Wire

const callback = ({ id, token }: Wire, body: unknown) =>
  api(platform.api).post<Wire>(`/interactions/${id}/${token}/callback`, body)
const received = async () => (await bot.gateway.next<Wire>('INTERACTION_CREATE')).d

/** Answers a fresh command with a modal. */
async function open(components: unknown, fields: Component = {}) {
  assert.equal((await bob.use(command)).status, 204)
  const interaction = await received()
  const answer = await callback(interaction, {
    type: 9,
    data: { custom_id: 'm', title: 'Title', components, ...fields },
  })
  return { interaction, answer }
}

/** The paths of `errors`, joined by dots. */
function faultPaths(errors: unknown, at = ''): string[] {
  if (typeof errors !== 'object' || errors === null) return []
  return Object.entries(errors).flatMap(([key, entry]) =>
    key === '_errors' ? [at.slice(1)] : faultPaths(entry, `${at}.${key}`),
  )
}

async function refused(components: unknown, path: string, name: string, fields?: Component) {
  const { answer } = await open(components, fields)
  assert.equal(answer.body.code, 50035, `${name}: ${JSON.stringify(answer.body)}`)
  assert.ok(faultPaths(answer.body.errors).includes(path), `${name}: ${faultPaths(answer.body.errors)} lacks ${path}`)
}

async function shown(components: unknown): Promise<Wire> {
  const { interaction, answer } = await open(components)
  assert.equal(answer.status, 204, JSON.stringify(answer.body))
  return (await person.gateway.next<Wire>(dispatch('INTERACTION_MODAL_CREATE', { id: interaction.id }))).d
}

interface Submitted extends Wire {
  data: {
    components: { component: Component; components: Component[] }[]
    resolved: Record<string, Record<string, Wire>>
  }
}

/** Shows a label with one input, sends it in, and answers what the application gets; null when it is refused. */
async function fill(input: Component, given: Component, files?: Attached[]) {
  const modal = await shown([label(input)])
  const answer = await bob.submit(
    modal,
    [{ type: 18, component: { ...given, type: input.type, custom_id: 'x' } }],
    files,
  )
  if (answer.status !== 204) return { refused: answer.body.code }
  const { data } = (await bot.gateway.next<Submitted>('INTERACTION_CREATE')).d
  return { component: data.components[0]?.component, resolved: data.resolved }
}

const label = (component: Component, fields: Component = {}) => ({
  type: 18,
  label: 'L',
  component: { custom_id: 'x', ...component },
  ...fields,
})
const text = { type: 4, style: 1 }
const options = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ label: `o${index}`, value: `v${index}` }))
const row = (component: Component) => ({ type: 1, components: [{ custom_id: 'x', ...component }] })
const file = (name: string): Attached => ({ name, data: 'bytes' })

describe('modals', () => {
  before(async () => {
    await test.start()
    person = await connect(platform, platform.bob.token)
    bot = await connect(platform, `Bot ${platform.app.token}`)
    const application_id = platform.app.applicationId
    bob = new Invoking(person, { application_id, channel_id: platform.lab.general.id })
    command = (await bot.api.post<Wire>(`/applications/${application_id}/commands`, { name: 'form', description: 'd' }))
      .body
  })

  after(async () => {
    await person.gateway.close()
    await bot.gateway.close()
  })

  test('[SVC-8] a modal requires an id, a title and one to five components', async () => {
    const one = [label(text)]
    await refused(one, 'data.title', 'no title', { title: '' })
    await refused(one, 'data.title', 'long title', { title: 'x'.repeat(46) })
    await refused(one, 'data.custom_id', 'no id', { custom_id: '' })
    await refused([], 'data.components', 'none')
    await refused(
      Array.from({ length: 6 }, (_, index) => label({ ...text, custom_id: `${index}` })),
      'data.components',
      'six',
    )
    await refused([label(text), label(text)], 'data.components.1.component.custom_id', 'the same id twice')
    const modal = await shown(Array.from({ length: 5 }, (_, index) => label({ ...text, custom_id: `${index}` })))
    assert.deepEqual([modal.title, modal.custom_id, (modal.components as unknown[]).length], ['Title', 'm', 5])
    assert.equal((modal.application as Wire).id, platform.app.applicationId)
  })

  test('[SVC-8] a modal is submitted once by its user, and a submission cannot open a modal', async () => {
    const modal = await shown([label(text)])
    const ann = await connect(platform, platform.ann.token)
    const base = {
      application_id: platform.app.applicationId,
      channel_id: platform.lab.general.id,
    }
    const filledIn = [{ type: 18, component: { type: 4, custom_id: 'x', value: 'v' } }]
    assert.equal((await new Invoking(ann, base).submit(modal, filledIn)).body.code, 10062)
    await ann.gateway.close()
    assert.equal((await bob.submit({ ...modal, custom_id: 'other' }, filledIn)).body.code, 10062)
    assert.equal((await bob.submit(modal, filledIn)).status, 204)
    const submit = await received()
    const again = await callback(submit, { type: 9, data: { custom_id: 'm', title: 't', components: [label(text)] } })
    assert.equal(again.body.code, 50035)
    assert.equal((await callback(submit, { type: 6 })).body.code, 50035)
    assert.equal((await callback(submit, { type: 4, data: { content: 'thanks' } })).status, 204)
    assert.equal((await bob.submit(modal, filledIn)).body.code, 10062)
  })

  test('[MOD-1] [MOD-2] [MOD-3] a label is top-level with a text and an optional description', async () => {
    await shown([label(text, { description: 'x'.repeat(100) })])
    await refused([label(text, { label: undefined })], 'data.components.0.label', 'none')
    await refused([label(text, { label: 'x'.repeat(46) })], 'data.components.0.label', 'long')
    await refused([label(text, { description: 'x'.repeat(101) })], 'data.components.0.description', 'long description')
    await refused([label(label(text))], 'data.components.0.component.type', 'a label in a label')
    const inMessage = await bot.api.post<Wire>(`/channels/${platform.lab.general.id}/messages`, {
      components: [label(text)],
    })
    assert.equal(inMessage.body.code, 50035)
  })

  test('[MOD-4] [MOD-10] a text input in a label has no second label', async () => {
    await refused([label({ ...text, label: 'own' })], 'data.components.0.component.label', 'a second label')
    assert.equal((await fill(text, { value: 'typed' })).component?.value, 'typed')
    assert.equal((await fill({ ...text, max_length: 3 }, { value: 'four' })).refused, 50035)
    assert.equal((await fill({ ...text, min_length: 3 }, { value: 'no' })).refused, 50035)
    assert.equal((await fill(text, {})).refused, 50035)
    assert.equal((await fill({ ...text, required: false }, {})).component?.value, '')
  })

  test('[MOD-5] [MOD-7] [MOD-13] [MOD-15] a select in a modal is in a label, enabled and by default required', async () => {
    const select = { type: 3, options: options(3) }
    assert.deepEqual((await fill(select, { values: ['v1'] })).component?.values, ['v1'])
    assert.equal((await fill(select, { values: [] })).refused, 50035)
    assert.equal((await fill(select, { values: ['v9'] })).refused, 50035)
    assert.equal((await fill(select, { values: ['v0', 'v1'] })).refused, 50035)
    assert.deepEqual((await fill({ ...select, required: false }, {})).component?.values, [])
    await refused([row(select)], 'data.components.0.components.0.type', 'in a row')
    await refused([select], 'data.components.0.type', 'bare')
    await refused([label({ ...select, disabled: true })], 'data.components.0.component.disabled', 'disabled')
    await shown([label({ ...select, disabled: false })])
    await refused([label({ ...select, min_values: 0 })], 'data.components.0.component.min_values', 'required, but none')
    await shown([label({ ...select, min_values: 0, required: false })])
  })

  test('[MOD-6] selects of users, roles and channels deliver resolved objects', async () => {
    const { users, guilds } = platform.world ?? assert.fail()
    const [user, role] = [users.ann?.id ?? '', guilds.lab?.roles.crew?.id ?? '']
    const channel = guilds.lab?.channels.general?.id ?? ''
    const cases: [number, string[], Record<string, string[]>][] = [
      [5, [user], { users: [user], members: [user] }],
      [6, [role], { roles: [role] }],
      [7, [user, role], { users: [user], members: [user], roles: [role] }],
      [8, [channel], { channels: [channel] }],
    ]
    for (const [type, values, expected] of cases) {
      const { component, resolved } = await fill({ type, max_values: 2 }, { values })
      assert.deepEqual(component?.values, values)
      const ids = Object.fromEntries(Object.entries(resolved ?? {}).map(([kind, found]) => [kind, Object.keys(found)]))
      assert.deepEqual(ids, expected, `type ${type}`)
      assert.equal((await fill({ type }, { values: ['5'] })).refused, 50035, `type ${type}, an id of nothing`)
    }
    assert.equal((await fill({ type: 8, channel_types: [2] }, { values: [channel] })).refused, 50035)
    const voice = guilds.lab?.channels.Voice?.id ?? ''
    assert.deepEqual((await fill({ type: 8, channel_types: [2] }, { values: [voice] })).component?.values, [voice])
  })

  test('[MOD-8] [MOD-12] [VER-15] a modal accepts text displays and action rows with a text input', async () => {
    await shown([{ type: 10, content: '**bold**' }, label(text)])
    await refused([{ type: 10, content: '' }, label(text)], 'data.components.0.content', 'an empty text')
    await refused([row(text)], 'data.components.0.components.0.label', 'a row without a label')
    await refused([row({ ...text, label: 'x'.repeat(46) })], 'data.components.0.components.0.label', 'a long label')
    const modal = await shown([row({ ...text, label: 'Old' })])
    assert.equal((await bob.submit(modal, [row({ type: 4, value: 'old' })])).status, 204)
    const { data } = (await bot.gateway.next<Submitted>('INTERACTION_CREATE')).d
    assert.equal(data.components[0]?.components[0]?.value, 'old')
  })

  test('[MOD-16] [MOD-17] [MOD-18] [LIM-9] a file upload accepts 0 to 10 files', async () => {
    const upload = (fields: Component) => label({ type: 19, ...fields })
    const at = 'data.components.0.component'
    await shown([upload({ min_values: 0, max_values: 10, required: false })])
    await shown([upload({ max_values: 0, required: false })])
    await shown([upload({ min_files: 99 })])
    await refused([upload({ max_values: 11 })], `${at}.max_values`, '11')
    await refused([upload({ min_values: -1 })], `${at}.min_values`, '-1')
    await refused([upload({ min_values: 3, max_values: 2 })], `${at}.min_values`, '3 to 2')
    await refused([upload({ min_values: 0, required: true })], `${at}.min_values`, 'required, but none')
    await refused([row({ type: 19 })], 'data.components.0.components.0.type', 'in a row')

    assert.deepEqual((await fill({ type: 19, required: false }, {})).component?.values, [])
    assert.equal((await fill({ type: 19 }, { values: [] })).refused, 50035)
    assert.equal((await fill({ type: 19 }, { values: ['0'] })).refused, 50035, 'a file that was not sent')
    assert.equal(
      (await fill({ type: 19, max_values: 0, required: false }, { values: ['0'] }, [file('a')])).refused,
      50035,
    )
    const { component, resolved } = await fill({ type: 19, max_values: 2 }, { values: ['0', '1'] }, [
      file('a.txt'),
      file('b.txt'),
    ])
    const ids = component?.values as string[]
    assert.deepEqual(
      ids.map((id) => resolved?.attachments?.[id]?.filename),
      ['a.txt', 'b.txt'],
    )
  })

  test('[MOD-19] a file upload restricts file types by the file name', async () => {
    const pdf = { type: 19, file_types: ['.pdf'] }
    const values = ['0']
    assert.equal((await fill(pdf, { values }, [file('a.PDF')])).component?.type, 19)
    assert.equal((await fill(pdf, { values }, [file('a.png')])).refused, 50123)
    assert.equal((await fill({ type: 19, file_types: ['image'] }, { values }, [file('a.png')])).component?.type, 19)
    const eleven = Array.from({ length: 11 }, (_, index) => `.x${index}`)
    await refused([label({ type: 19, file_types: eleven })], 'data.components.0.component.file_types', 'eleven')
  })

  test('[MOD-22] [MOD-23] a radio group has two to ten options and one value', async () => {
    const radio = { type: 21, options: options(2) }
    assert.equal((await fill(radio, { value: 'v1' })).component?.value, 'v1')
    assert.equal((await fill(radio, { value: ['v0', 'v1'] })).refused, 50035)
    assert.equal((await fill(radio, { value: 'v9' })).refused, 50035)
    assert.equal((await fill(radio, {})).refused, 50035)
    assert.equal((await fill({ ...radio, required: false }, {})).component?.value, null)
    await refused([label({ type: 21, options: options(1) })], 'data.components.0.component.options', 'one option')
    await refused([label({ type: 21, options: options(11) })], 'data.components.0.component.options', 'eleven')
    await refused([radio], 'data.components.0.type', 'bare')
  })

  test('[MOD-24] [MOD-25] a checkbox group has several values and a checkbox a boolean', async () => {
    const group = { type: 22, options: options(3), min_values: 2 }
    assert.deepEqual((await fill(group, { values: ['v0', 'v2'] })).component?.values, ['v0', 'v2'])
    assert.equal((await fill(group, { values: ['v0'] })).refused, 50035)
    assert.equal((await fill({ ...group, min_values: 1, max_values: 1 }, { values: ['v0', 'v1'] })).refused, 50035)
    assert.deepEqual(
      (await fill({ type: 22, options: options(3) }, { values: ['v0', 'v1', 'v2'] })).component?.values,
      ['v0', 'v1', 'v2'],
    )
    assert.equal((await fill({ type: 22, options: options(3) }, { values: ['v0', 'v0'] })).refused, 50035)
    await refused([label({ type: 22, options: options(11) })], 'data.components.0.component.options', 'eleven')
    assert.equal((await fill({ type: 23 }, { value: true })).component?.value, true)
    assert.equal((await fill({ type: 23 }, {})).component?.value, false)
    await refused([{ type: 23, custom_id: 'x' }], 'data.components.0.type', 'bare')
  })
})
