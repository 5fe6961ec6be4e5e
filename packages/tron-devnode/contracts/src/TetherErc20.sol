// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

import "./TetherBase.sol";

/// The shell of Ethereum: transfer, transferFrom and approve return nothing.
contract TetherErc20 is TetherBase {
    event AddedBlackList(address _user);
    event RemovedBlackList(address _user);
    event DestroyedBlackFunds(address _blackListedUser, uint256 _balance);

    constructor(uint256 initialSupply) TetherBase(initialSupply) {}

    function transfer(address to, uint256 value) external {
        _transfer(to, value);
    }

    function transferFrom(address from, address to, uint256 value) external {
        _transferFrom(from, to, value);
    }

    function approve(address spender, uint256 value) external {
        _approve(spender, value);
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
