/** A call of three: the person of the pictures with a camera, and two others who speak. */
import { RawGateway, VoiceClient } from '@guildhall/testing'
import type { Page } from 'playwright-core'
import type { Shot } from './pages.ts'
import type { Scene } from './scene.ts'

const OTHERS = ['bob', 'carol'] as const

/** The page of a call. It is the last one, because the call goes on in the pages that follow. */
export function callPages(scene: Scene): Shot[] {
  let others: Promise<unknown> | undefined
  const ready = async (page: Page) => {
    others ??= Promise.all(OTHERS.map((name) => join(scene, name)))
    await others
    await joinAs(page)
  }
  return [{ name: 'voice-call', path: `/channels/${scene.guildId}/${scene.channelIds.Lounge}`, ready }]
}

async function join({ platform, guildId, channelIds }: Scene, name: string): Promise<void> {
  const session = await RawGateway.connect(platform.gateway)
  await session.identify({ token: platform.world?.users[name]?.token ?? '' })
  await session.next('GUILD_CREATE')
  await VoiceClient.join(session, { guildId, channelId: channelIds.Lounge ?? '' })
}

/** Joins, unless the page has come back into the call by itself, and turns the camera on where its button is. */
async function joinAs(page: Page): Promise<void> {
  const leave = page.getByRole('button', { name: 'Leave', exact: true })
  const join = page.getByRole('button', { name: 'Join voice' })
  await leave.or(join).waitFor()
  if (await join.isVisible()) await join.click()
  await leave.waitFor()
  const camera = page.getByRole('button', { name: 'Camera', exact: true })
  if (!(await camera.isVisible())) return
  await camera.click()
  await page.getByRole('group', { name: 'Your camera' }).waitFor()
}
