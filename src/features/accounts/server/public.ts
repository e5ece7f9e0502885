export { createMemberData, jsonFile, type MemberData, type MemberDataSource, type MemberFile } from './member-data.ts';
export { createViewerResolver } from './sessions.ts';
