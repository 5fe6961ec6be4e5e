// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

import "./TetherBase.sol";

/// The shell of TRON: transfer returns false though it succeeds, transferFrom and approve return true.
contract TetherTrc20 is TetherBase {
    event AddedBlackList(address indexed _user);
    event RemovedBlackList(address indexed _user);
    event DestroyedBlackFunds(address indexed _blackListedUser, uint256 _balance);

    constructor(uint256 initialSupply) TetherBase(initialSupply) {}

    function transfer(address to, uint256 value) external returns (bool) {
        _transfer(to, value);
        return false;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        _transferFrom(from, to, value);
        return true;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        _approve(spender, value);
        return true;
    }

    function _announceListed(address account) internal override {
        emit AddedBlackList(account);
    }

    function _announceUnlisted(address account) internal override {
        emit RemovedBlackList(account);
    }

    function _announceDestroyed(address account, uint256 balance) internal override {
        emit DestroyedBlackFunds(account, balance);
    }
}
