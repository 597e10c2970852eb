/**
 * Sets variables of this process, for options that are read from them. Returns a function that restores the former
 * values: other test files run later in the same process.
 */
export function setEnvironment(variables: Readonly<Record<string, string>>): () => void {
  const former = Object.keys(variables).map((name) => [name, process.env[name]] as const)
  Object.assign(process.env, variables)
  return () => {
    for (const [name, value] of former) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  }
}
