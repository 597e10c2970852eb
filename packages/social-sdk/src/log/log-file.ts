/** Writes lines to a file. */
export interface LogFile {
  write(line: string): void
  close(): void
}
