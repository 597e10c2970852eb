/** A file of a request. */
export interface Upload {
  readonly file: Blob
  /** Default: the name of the file. */
  readonly name?: string
  /** Field of the form, if it is not `files[n]`. */
  readonly field?: string
}
