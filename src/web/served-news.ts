type Hear = () => void;

const hearers = new Set<Hear>();

/** The server says that what is served may have ended. */
export function tellServedNews(): void {
  for (const hear of hearers) hear();
}

/** Calls at each such news; the answer stops it. */
export function onServedNews(hear: Hear): () => void {
  hearers.add(hear);
  return () => hearers.delete(hear);
}
