import type { Application } from '../../kernel/model.ts'

/** Bits 0 to 30 as a number; the rest is only in `flags_new`. [APP-1] [APP-3] */
export function flagFields(flags: bigint): { flags: number; flags_new: string } {
  return { flags: Number(flags & 0x7fffffffn), flags_new: flags.toString() }
}

/** The application of READY. [APP-4] */
export function presentApplicationBrief(application: Application): Record<string, unknown> {
  return { id: application.id.toString(), ...flagFields(application.flags) }
}
