/** Previews of links as people see them: cards, pictures, and those of spoilers, which stay hidden. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { api } from '@guildhall/testing'
import { articles, type Lab, messageBox, startBotLab } from './support/bot-lab.ts'
import { assertSound, type Person } from './support/browser.ts'
import { NO_BROWSER } from './support/chromium.ts'
import { PNG } from './support/picture.ts'

const PAGE = `<title>Chisels</title><meta property="og:description" content="Sharp tools">
  <meta property="og:image" content="/picture.png"><meta property="og:image:alt" content="A chisel">`

describe('previews of links', { skip: NO_BROWSER }, () => {
  let lab: Lab
  let alice: Person
  let server: Server
  let there = ''

  before(async () => {
    server = createServer(({ url }, response) => {
      if (url === '/picture.png') response.writeHead(200, { 'content-type': 'image/png' }).end(PNG)
      else response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE)
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    there = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    lab = await startBotLab()
    const key = api(lab.platform.api, `Bearer ${lab.platform.control.key}`)
    assert.equal((await key.patch('/admin/settings', { link_previews: true })).status, 200)
    alice = await lab.open('alice')
  })
  after(async () => {
    await lab?.close()
    server?.close()
  })

  const send = async (text: string) => {
    await messageBox(alice.page).fill(text)
    await alice.page.keyboard.press('Enter')
    return articles(alice.page, text.slice(0, 9)).last()
  }

  test('a card with title, description and picture appears below the message; the picture comes from here', async () => {
    const article = await send(`Read this: ${there}/page`)
    await article.getByRole('link', { name: 'Chisels' }).waitFor()
    await article.getByText('Sharp tools').waitFor()
    const picture = article.getByRole('img', { name: 'A chisel' })
    assert.match((await picture.getAttribute('src')) ?? '', /\/cdn\/external\//)
    await picture.scrollIntoViewIfNeeded()
    await alice.page.waitForFunction(
      '[...document.images].every(({ complete, naturalWidth }) => complete && naturalWidth)',
    )
    await assertSound(alice)
  })

  test('a picture is shown alone, and the preview of a spoiler when somebody opens it', async () => {
    const pictured = await send(`A picture: ${there}/picture.png`)
    await pictured.getByRole('img', { name: 'Picture' }).waitFor()
    const article = await send(`In hiding: ||${there}/secret||`)
    // One for the text, one for the preview.
    const spoilers = article.getByRole('button', { name: 'Spoiler' })
    await spoilers.nth(1).waitFor()
    assert.equal(await article.getByText('Sharp tools').count(), 0)
    await assertSound(alice)
    await spoilers.nth(1).click()
    await article.getByText('Sharp tools').waitFor()
    await assertSound(alice)
  })
})
