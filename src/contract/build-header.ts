/** Names the build of the web app that the server has, so that a page of an earlier build reloads. */
export const buildHeader = 'earshot-build';
