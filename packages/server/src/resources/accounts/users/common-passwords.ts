let known: Promise<ReadonlySet<string>> | null = null

/** Returns whether a password is among those that are tried first. The list is loaded when somebody chooses one. */
export async function isCommonPassword(password: string): Promise<boolean> {
  known ??= loadPasswords()
  return (await known).has(password.toLowerCase())
}

async function loadPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}
