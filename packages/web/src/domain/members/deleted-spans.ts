/** Spans of messages that a ban can delete, in seconds before the ban. */
export const DELETED_SPANS: readonly (readonly [seconds: number, text: string])[] = [
  [0, 'None'],
  [3_600, 'Those of the last hour'],
  [86_400, 'Those of the last day'],
  [604_800, 'Those of the last 7 days'],
]
