export { accountWords } from '../rules/words.ts';
export { waysIn } from './federated/ways.ts';
export {
  createMemberData,
  jsonFile,
  jsonRows,
  type MemberData,
  type MemberDataSource,
  type MemberFile,
} from './member-data.ts';
export { decideProfile, type Member, mayReachOthers, memberByEmail, memberById } from './members.ts';
