import type { QuickLinkObject } from '@guildhall/protocol'
import type { QuickLink } from './model.ts'

/** Returns the wire object of a quick link. */
export function presentQuickLink({ id, image, custom: _custom, ...link }: QuickLink): QuickLinkObject {
  return {
    link_id: id.toString(),
    application_id: link.application_id.toString(),
    creator_id: link.creator_id,
    custom_id: link.custom_id,
    title: link.title,
    description: link.description,
    asset_path: image === null ? null : `quick-links/${id}/${image}`,
  }
}
