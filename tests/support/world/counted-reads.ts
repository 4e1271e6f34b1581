/** A file that counts how often a part of it is read. */
export function countedReads(bytes: Uint8Array<ArrayBuffer>): Blob & { readonly reads: () => number } {
  const file = new Blob([bytes]);
  let reads = 0;
  const slice = (...part: Parameters<Blob['slice']>) => {
    reads++;
    return file.slice(...part);
  };
  return Object.assign(new Blob([bytes]), { slice, reads: () => reads });
}
