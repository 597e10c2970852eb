/** People mention roles in messages, with the keyboard alone. A bot sees what arrived. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { PermissionFlagsBits, type Role } from 'discord.js'
import type { Locator, Page } from 'playwright-core'
import { articles, type Lab, messageBox, startBotLab } from './support/bot-lab.ts'
import { assertSound, type Person } from './support/browser.ts'
import { NO_BROWSER } from './support/chromium.ts'

const ORANGE = { primaryColor: 0xff8800 }

describe('mentions of roles', { skip: NO_BROWSER }, () => {
  let lab: Lab
  let alice: Person
  let bob: Person
  let pilots: Role
  let namesake: Role

  before(async () => {
    lab = await startBotLab()
    const { roles, members } = lab.channel.guild
    pilots = await roles.create({ name: 'Pilots', mentionable: true, permissions: [], colors: ORANGE })
    namesake = await roles.create({ name: 'carol', mentionable: true })
    await roles.create({ name: 'Pillars', mentionable: false })
    await roles.everyone.setPermissions(roles.everyone.permissions.remove(PermissionFlagsBits.MentionEveryone))
    await members.addRole({ user: lab.filled.users.bob?.id ?? '', role: pilots })
    ;[alice, bob] = await Promise.all([lab.open('alice'), lab.open('bob', { theme: 'dark' })])
  })
  after(() => lab?.close())

  const newest = async () => (await lab.channel.messages.fetch({ limit: 1, cache: false })).first()
  const names = (page: Page) => page.getByRole('listbox', { name: 'People and roles' })

  /** Types into the message box, and returns the labels of the options that the list has when `wanted` is there. */
  async function typed(page: Page, text: string, wanted: string): Promise<string[]> {
    await messageBox(page).focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.type(text)
    await names(page).getByRole('option', { name: wanted }).first().waitFor()
    const texts = await names(page).getByRole('option').allInnerTexts()
    return texts.map((text) => text.split(/\s/)[0] ?? '')
  }

  test('the list offers people, mentionable roles and, with the permission, all roles and everyone', async () => {
    const all = await typed(alice.page, '@', 'Pilots')
    for (const name of ['alice', 'bob', 'Pilots', 'Pillars', 'crew', 'everyone', 'here'])
      assert.ok(all.includes(name), `${name} in ${all}`)
    await assertSound(alice)
    const few = await typed(bob.page, '@', 'Pilots')
    assert.deepEqual(few.toSorted(), ['Pilots', 'alice', 'bob', 'carol', 'carol', 'ping'])
    await assertSound(bob)
    assert.deepEqual(await typed(bob.page, '@pil', 'Pilots'), ['Pilots'])
  })

  test('a role chosen with arrow keys is sent as a mention, shown in its colour and highlighted', async () => {
    const { page } = alice
    await typed(page, 'hello @pil', 'Pilots')
    const option = names(page).getByRole('option', { name: 'Pilots' })
    while ((await option.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await names(page).waitFor({ state: 'detached' })
    assert.equal(await messageBox(page).inputValue(), 'hello @Pilots ')
    await page.keyboard.type('and all')
    await page.keyboard.press('Enter')
    const shown = articles(bob.page, 'hello @Pilots and all')
    await shown.waitFor()
    const message = await newest()
    assert.equal(message?.content, `hello <@&${pilots.id}> and all`)
    assert.deepEqual([...(message?.mentions.roles.keys() ?? [])], [pilots.id])
    const looks = await Promise.all([shown, articles(page, 'hello @Pilots')].map(lookAt))
    const [reader, author] = looks
    assert.equal(reader?.variable, '#ff8800')
    assert.notEqual(reader?.edge, 'none')
    assert.equal(author?.edge, 'none', 'the author does not have the role')
    await assertSound(bob)
  })

  test('a role with the name of a user is sent as the role', async () => {
    const { page } = alice
    await typed(page, '@carol', 'carol Role')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Tab')
    await names(page).waitFor({ state: 'detached' })
    assert.equal(await messageBox(page).inputValue(), `<@&${namesake.id}> `)
    await page.keyboard.type('is a role')
    await page.keyboard.press('Enter')
    await articles(bob.page, '@carol is a role').waitFor()
    assert.deepEqual([...((await newest())?.mentions.roles.keys() ?? [])], [namesake.id])
    await assertSound(alice)
  })
})

/** Returns the look of a message: of the one in the page, because a sent message takes the place of its draft. */
async function lookAt(article: Locator) {
  for (;;) {
    const look = await article.evaluate(lookOf)
    if (look !== null) return look
  }
}

/** Returns the colour that a message gives to a role, and the edge of a message that mentions the reader. */
function lookOf(article: Element): { variable: string; edge: string } | null {
  if (!article.isConnected) return null
  const mention = article.querySelector<HTMLElement>('[style*="--role"]:not(h4 *)')
  return { variable: mention?.style.getPropertyValue('--role') ?? '', edge: getComputedStyle(article).boxShadow }
}
