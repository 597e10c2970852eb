import { createInterface } from 'node:readline'

/** Value of an option that reads its value from the first line of stdin. */
export const FROM_STDIN = '-'

/** Returns the first line of stdin without white space around it; empty without one. */
export async function firstLine(): Promise<string> {
  const lines = createInterface({ input: process.stdin })
  try {
    for await (const line of lines) return line.trim()
    return ''
  } finally {
    lines.close()
  }
}
