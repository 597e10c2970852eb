/** Refusal of `upgrade --prefix` with PostgreSQL, which can neither copy a database nor return to a former one. */
export const PREFIX_IS_EMBEDDED =
  'upgrade --prefix is for the embedded store. With PostgreSQL: make a backup, install the newer program, stop the platform, and start the newer one, which upgrades the database in one transaction.'
