const SENDER_REPORT = 200
/** Header, SSRC, times and counts of a sender report, without report blocks. */
const SENDER_REPORT_BYTES = 28
const VERSION_2 = 0x80

/**
 * Returns the sender report at the head of a compound RTCP packet as others receive it: with the SSRC of the server,
 * and without report blocks, which are about streams that others do not have. Undefined if there is none.
 */
export function senderReport(compound: Buffer, ssrc: number): Buffer | undefined {
  if (compound.length < SENDER_REPORT_BYTES || compound.readUInt8(1) !== SENDER_REPORT) return undefined
  const report = Buffer.from(compound.subarray(0, SENDER_REPORT_BYTES))
  report.writeUInt8(VERSION_2, 0)
  report.writeUInt16BE(SENDER_REPORT_BYTES / 4 - 1, 2)
  report.writeUInt32BE(ssrc, 4)
  return report
}
