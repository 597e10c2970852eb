import {
  ACTIVITY_RELEASE_PHASES,
  ActivityLabel,
  EMBEDDED_ACTIVITY_PLATFORMS,
  LOCALES,
  OrientationLockState,
  URL_MAPPING_LENGTH_MAX,
  URL_MAPPINGS_MAX,
} from '@guildhall/protocol'
import {
  Distinct,
  Int,
  List,
  Nullable,
  OneOf,
  Optional,
  SnowflakeId,
  type Static,
  Text,
  Timestamp,
  Type,
} from '../../../validation/schema.ts'

const SHELF_RANK_MAX = 1_000_000
const SURFACES_MAX = 10

/** Path of the settings of an application's activity. */
export const ActivityParams = Type.Object({ application_id: SnowflakeId })

const MappingPart = Text(1, URL_MAPPING_LENGTH_MAX)

/** Body that replaces the URL mappings. */
export const ProxyConfig = Type.Object({
  url_map: List(Type.Object({ prefix: MappingPart, target: MappingPart }), 0, URL_MAPPINGS_MAX),
})

const PlatformConfig = Type.Object({
  label_type: Optional(OneOf(...Object.values(ActivityLabel))),
  label_until: Optional(Nullable(Timestamp)),
  release_phase: Optional(OneOf(...ACTIVITY_RELEASE_PHASES)),
  omit_badge_from_surfaces: Optional(Distinct(Text(1, 50), 0, SURFACES_MAX)),
})
const PlatformConfigs = Type.Object({
  web: Optional(PlatformConfig),
  ios: Optional(PlatformConfig),
  android: Optional(PlatformConfig),
})
const OrientationLock = OneOf(...Object.values(OrientationLockState))
const Locales = Distinct(OneOf(...LOCALES), 0, LOCALES.length)

/** Body that changes the settings of an activity; the operator alone grants exceptions. */
export const ActivityConfigChanges = Type.Object({
  supported_platforms: Optional(Distinct(OneOf(...EMBEDDED_ACTIVITY_PLATFORMS), 1, EMBEDDED_ACTIVITY_PLATFORMS.length)),
  default_orientation_lock_state: Optional(OrientationLock),
  tablet_default_orientation_lock_state: Optional(OrientationLock),
  requires_age_gate: Optional(Type.Boolean()),
  legacy_responsive_aspect_ratio: Optional(Type.Boolean()),
  client_platform_config: Optional(PlatformConfigs),
  shelf_rank: Optional(Int(0, SHELF_RANK_MAX)),
  displays_advertisements: Optional(Type.Boolean()),
  requires_proxy_ticket: Optional(Type.Boolean()),
  supported_locales: Optional(Locales),
  blocked_locales: Optional(Locales),
})
export type ActivityConfigChanges = Static<typeof ActivityConfigChanges>
