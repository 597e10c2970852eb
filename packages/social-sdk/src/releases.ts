/** Minor versions of the surface with their days, the oldest one first. releases.json has them with their patches. */
export const RELEASES: readonly { readonly version: string; readonly date: string }[] = [
  { version: '1.0', date: '2023-04-25' },
  { version: '1.1', date: '2023-07-25' },
  { version: '1.2', date: '2023-11-28' },
  { version: '1.3', date: '2024-04-30' },
  { version: '1.4', date: '2024-07-30' },
  { version: '1.5', date: '2024-11-26' },
  { version: '1.6', date: '2025-04-29' },
  { version: '1.7', date: '2025-07-29' },
  { version: '1.8', date: '2025-11-25' },
  { version: '1.9', date: '2026-04-28' },
  { version: '1.10', date: '2026-07-28' },
]
