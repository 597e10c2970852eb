import {
  ActivityLabel,
  EMBEDDED_ACTIVITY_PLATFORMS,
  type EmbeddedActivityConfigObject,
  OrientationLockState,
  wireTimeOrNull,
} from '@guildhall/protocol'
import type { Application, StoredActivityConfig } from '../../../kernel/model.ts'
import type { ActivityConfigChanges } from './requests.ts'

const DEFAULTS: StoredActivityConfig = {
  activity_preview_video_asset_id: null,
  supported_platforms: ['web'],
  default_orientation_lock_state: OrientationLockState.UNLOCKED,
  tablet_default_orientation_lock_state: OrientationLockState.UNLOCKED,
  requires_age_gate: false,
  legacy_responsive_aspect_ratio: false,
  client_platform_config: {},
  shelf_rank: 0,
  has_csp_exception: false,
  requires_proxy_ticket: false,
  displays_advertisements: false,
  supported_locales: [],
  blocked_locales: [],
}

type PlatformConfig = StoredActivityConfig['client_platform_config'][string]

const PLATFORM_DEFAULTS: PlatformConfig = {
  label_type: ActivityLabel.NONE,
  label_until: null,
  release_phase: 'in_development',
  omit_badge_from_surfaces: [],
}

/** Returns the settings of an activity with the defaults for those that the owner has not changed. */
export function activityConfigOf({
  id,
  embedded_activity_config: stored,
}: Pick<Application, 'id' | 'embedded_activity_config'>): EmbeddedActivityConfigObject {
  const config = { ...DEFAULTS, ...stored }
  const platforms = config.supported_platforms.map((platform) => [
    platform,
    { ...PLATFORM_DEFAULTS, ...config.client_platform_config[platform] },
  ])
  return { ...config, application_id: id.toString(), client_platform_config: Object.fromEntries(platforms) }
}

/** Returns stored settings after a change. Settings of a platform that are not sent stay as they are. */
export function changedActivityConfig(
  before: Partial<StoredActivityConfig>,
  { client_platform_config: platforms, ...changes }: ActivityConfigChanges,
): Partial<StoredActivityConfig> {
  const merged = { ...before.client_platform_config }
  for (const platform of EMBEDDED_ACTIVITY_PLATFORMS) {
    const change = platforms?.[platform]
    if (!change) continue
    const { label_until, ...rest } = change
    const until = label_until === undefined ? {} : { label_until: wireTimeOrNull(label_until) }
    merged[platform] = { ...PLATFORM_DEFAULTS, ...merged[platform], ...rest, ...until }
  }
  return { ...before, ...changes, ...(platforms && { client_platform_config: merged }) }
}
