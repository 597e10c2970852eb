/** A condition that an operator should know of. */
export interface InstanceFinding {
  /** Subject, in a word or two. */
  readonly check: string
  readonly level: 'warn' | 'fail'
  readonly text: string
  readonly advice: string
}

/** Facts of an instance by which findings are made. */
export interface InstanceFacts {
  readonly offersMail: boolean
  readonly asksForAddress: boolean
  readonly failedMails: number
  readonly lastMailError: string | null
  readonly owners: number
  readonly passwords: boolean
  readonly providers: number
  /** Whether people reach the platform by https. */
  readonly isSecure: boolean
  /** Whether people of other machines reach it. */
  readonly isPublic: boolean
  /** Error of the last backup of this process; null if it was made, and without one. */
  readonly backupError: string | null
  /** Whether there should have been a daily backup in the last two days, and none is kept. */
  readonly lacksBackup: boolean
  /** Null where it is not known. */
  readonly diskFreeBytes: number | null
}
