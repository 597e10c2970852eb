import { type Static, Type } from 'typebox'
import { Flag, Id, Int, mapOf, nullable, Text, Time } from './wire.ts'

/** Mapping of a path of an activity's proxy to a host, such as `/api` to `game.example/v1`. */
export const UrlMappingObject = Type.Object({ prefix: Text, target: Text }, { title: 'UrlMapping' })
export type UrlMappingObject = Static<typeof UrlMappingObject>

/** URL mappings of an activity. The first one whose prefix matches a path applies. */
export const ProxyConfigObject = Type.Object({ url_map: Type.Array(UrlMappingObject) }, { title: 'ProxyConfig' })
export type ProxyConfigObject = Static<typeof ProxyConfigObject>

const PlatformConfigObject = Type.Object({
  label_type: Int,
  label_until: nullable(Time),
  release_phase: Text,
  omit_badge_from_surfaces: Type.Array(Text),
})

/** Settings of the activity of an application. */
export const EmbeddedActivityConfigObject = Type.Object(
  {
    application_id: Id,
    activity_preview_video_asset_id: nullable(Id),
    supported_platforms: Type.Array(Text),
    default_orientation_lock_state: Int,
    tablet_default_orientation_lock_state: Int,
    requires_age_gate: Flag,
    legacy_responsive_aspect_ratio: Flag,
    client_platform_config: mapOf(PlatformConfigObject),
    shelf_rank: Int,
    has_csp_exception: Flag,
    requires_proxy_ticket: Flag,
    displays_advertisements: Flag,
    supported_locales: Type.Array(Text),
    blocked_locales: Type.Array(Text),
  },
  { title: 'EmbeddedActivityConfig' },
)
export type EmbeddedActivityConfigObject = Static<typeof EmbeddedActivityConfigObject>

/** Link that starts an activity, with a picture at `/{asset_path}` of the CDN. */
export const QuickLinkObject = Type.Object(
  {
    link_id: Id,
    application_id: Id,
    creator_id: Id,
    custom_id: nullable(Text),
    title: Text,
    description: Text,
    asset_path: nullable(Text),
  },
  { title: 'QuickLink' },
)
export type QuickLinkObject = Static<typeof QuickLinkObject>
