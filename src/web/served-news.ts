type Hear = () => void;

const hearers = new Set<Hear>();

/** Called when the server says that the served track may have ended. */
export function tellServedNews(): void {
  for (const hear of hearers) hear();
}

/** Subscribes to these events; returns the function that unsubscribes. */
export function onServedNews(hear: Hear): () => void {
  hearers.add(hear);
  return () => hearers.delete(hear);
}
