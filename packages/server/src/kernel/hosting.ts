/** Options of the process that units of work know: about hosting a platform for others. */
export interface Hosting {
  /** Settings of the instance that the environment gives. Nobody changes these while the process runs. */
  readonly settings: Readonly<Record<string, unknown>>
  /** Whether mails are written to a folder, so that the instance offers mail without a mail server. */
  readonly writesMails: boolean
  /** Whether registrations are limited by address and in all. */
  readonly limitsRegistrations: boolean
}
