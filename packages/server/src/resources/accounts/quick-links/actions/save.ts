import { invalidForm } from '@guildhall/protocol'
import type { Static } from 'typebox'
import type { Application } from '../../../../kernel/model.ts'
import type { Platform } from '../../../../kernel/platform.ts'
import type { Work } from '../../../../kernel/work.ts'
import { removeImage, storeImage } from '../../files/index.ts'
import type { QuickLink } from '../model.ts'
import type { LinkFields } from '../requests.ts'
import * as store from '../store.ts'

/** Links of one application; each keeps a picture. */
const LINKS_MAX = 1_000

type NewLink = Static<typeof LinkFields> & Pick<QuickLink, 'application_id' | 'creator_id' | 'custom'>

/** Creates a quick or custom link. @throws ApiError if the application has too many */
export async function createLink(work: Work, platform: Platform, fields: NewLink): Promise<QuickLink> {
  const { application_id, custom_id = null, image = null } = fields
  if ((await store.listQuickLinks(work, application_id)).length >= LINKS_MAX)
    throw invalidForm(['title'], 'MAX_QUICK_LINKS', `An application has at most ${LINKS_MAX} links.`)
  const id = work.nextId()
  const hash = await storeImage(work, platform, { folder: folderOf(id) }, image)
  const link = { ...fields, id, custom_id, image: hash }
  await store.insertQuickLink(work, link)
  return link
}

/** Changes the fields of a link that are present. */
export async function updateLink(
  work: Work,
  platform: Platform,
  link: QuickLink,
  { image, ...changes }: Partial<Static<typeof LinkFields>>,
): Promise<QuickLink> {
  const changed = { ...link, ...changes }
  if (image !== undefined)
    changed.image = await storeImage(work, platform, { folder: folderOf(link.id), before: link.image }, image)
  await store.updateQuickLink(work, changed)
  return changed
}

/** Deletes a link with its picture. */
export async function removeLink(work: Work, { id, image }: QuickLink): Promise<void> {
  await removeImage(work, folderOf(id), image)
  await store.deleteQuickLink(work, id)
}

/** Deletes the links of an application with their pictures. */
export async function removeQuickLinks(work: Work, application: Application): Promise<void> {
  for (const { id, image } of await store.listQuickLinks(work, application.id))
    await removeImage(work, folderOf(id), image)
  await store.deleteQuickLinks(work, application.id)
}

function folderOf(id: bigint): string {
  return `quick-links/${id}`
}
