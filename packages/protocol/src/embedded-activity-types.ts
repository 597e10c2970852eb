/** Clients that can show an activity. */
export const EMBEDDED_ACTIVITY_PLATFORMS = ['web', 'ios', 'android'] as const
export type EmbeddedActivityPlatform = (typeof EMBEDDED_ACTIVITY_PLATFORMS)[number]

/** Orientation to which a phone or tablet locks an activity. */
export const OrientationLockState = { UNLOCKED: 1, PORTRAIT: 2, LANDSCAPE: 3 } as const

/** Badge of an activity on the shelf. */
export const ActivityLabel = { NONE: 0, NEW: 1, UPDATED: 2 } as const

/** Phases of the release of an activity on one platform. Only the owner sees an activity that is in development. */
export const ACTIVITY_RELEASE_PHASES = [
  'in_development',
  'activities_team',
  'employee_release',
  'soft_launch',
  'soft_launch_multi_geo',
  'global_launch',
] as const
export type ActivityReleasePhase = (typeof ACTIVITY_RELEASE_PHASES)[number]

/** Limits of URL mappings. They are not documented. */
export const URL_MAPPINGS_MAX = 50
export const URL_MAPPING_LENGTH_MAX = 200
